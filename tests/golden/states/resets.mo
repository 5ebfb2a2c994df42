// stage: simulate
// options: --stop 0.95 --intervals 19
// configs: --backend interp
// note: specification 3.6, 17.3.2: a transition with reset begins anew, one without goes on; a variable of a state is kept while the
// note: state is not active. k is the tick. By hand: a at 0, 1, 2 (x = 11, 12, 13), b at 3, 4 (y = 1, 2), a at 5 without reset
// note: (x = 14), 6 (15), b at 7, 8 with reset (y = 1, 2), a at 9 with reset (x = 11)
// analytic: a.x = [11, 12, 13, 13, 13, 14, 15, 15, 15, 11][floor(time/0.1 + 1e-9)]
// analytic: b.y = [0, 0, 0, 1, 2, 2, 2, 1, 2, 2][floor(time/0.1 + 1e-9)]
model Resets
  block A
    Integer x(start = 10);
  equation
    x = previous(x) + 1;
  end A;
  block B
    Integer y(start = 0);
  equation
    y = previous(y) + 1;
  end B;
  A a;
  B b;
  Integer k(start = -1);
equation
  when Clock(1, 10) then
    k = previous(k) + 1;
  end when;
  initialState(a);
  transition(a, b, k == 3 or k == 7);
  transition(b, a, k == 5, reset = false);
  transition(b, a, k == 9, priority = 2);
end Resets;
