// stage: simulate
// options: --stop 0.95 --intervals 19
// configs: --backend interp
// note: specification 3.6, 17.3.2: where a state is reset, its machines begin in their initial states, and each state in them is reset
// note: when it becomes active the next time, even by a transition without reset. k is the tick. By hand: p is in q at 0, 1
// note: (u = 1, 2) and in r at 2, 3 (w = 1, 2, no reset); away at 4, 5; p reset at 6: q (u = 1), 7 (2); r at 8 by a transition
// note: without reset, but its reset is due: w = 1, at 9 w = 2. The counter n of p itself begins anew at 6
// analytic: p.n = [1, 2, 3, 4, 4, 4, 1, 2, 3, 4][floor(time/0.1 + 1e-9)]
// analytic: p.q.u = [1, 2, 2, 2, 2, 2, 1, 2, 2, 2][floor(time/0.1 + 1e-9)]
// analytic: p.r.w = [0, 0, 1, 2, 2, 2, 2, 2, 1, 2][floor(time/0.1 + 1e-9)]
// analytic: p.r.active = [0, 0, 1, 1, 0, 0, 0, 0, 1, 1][floor(time/0.1 + 1e-9)]
model ResetsOfInnerStates
  block P
    block Q
      Integer u(start = 0) = previous(u) + 1;
    end Q;
    block R
      Integer w(start = 0) = previous(w) + 1;
    end R;
    Q q;
    R r;
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
    initialState(q);
    transition(q, r, q.u >= 2, immediate = false, reset = false);
  end P;
  block Away
  end Away;
  P p;
  Away away;
  Integer k(start = -1);
equation
  when Clock(1, 10) then
    k = previous(k) + 1;
  end when;
  initialState(p);
  transition(p, away, k == 4);
  transition(away, p, k == 6);
end ResetsOfInnerStates;
