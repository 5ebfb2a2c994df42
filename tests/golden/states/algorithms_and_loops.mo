// stage: simulate
// options: --stop 0.55 --intervals 11
// configs: --backend interp; --method inline:bdf
// note: a state with an algorithm, one with two simultaneous equations, which hold while it is active; assertions and terminate() of states
// note: that are not active do not count. k is the tick: first at 0, 1, second at 2, 3, first at 4, 5. By hand: x + y = k and x - 2*y = 6
// note: give x = (2*k + 6)/3 and y = (k - 6)/3
// analytic: sum = [0, 3, 3, 3, 10, 15][floor(time/0.1 + 1e-9)]
// analytic: second.x = [0, 0, 10/3, 4, 4, 4][floor(time/0.1 + 1e-9)]
// analytic: second.y = [0, 0, -4/3, -1, -1, -1][floor(time/0.1 + 1e-9)]
model AlgorithmsAndLoops
  block First
    outer output Integer sum;
    outer Integer k;
  algorithm
    sum := 0;
    for i in 1:9 loop
      sum := if i <= k then sum + i else sum;
    end for;
    if k == 1 then
      sum := sum + 2;
    end if;
  equation
    assert(k <> 2, "the state is active at ticks 0, 1, 4 and 5");
  end First;
  block Second
    outer Integer k;
    Real x, y;
  equation
    x + y = k;
    x - 2*y = 6;
  end Second;
  block Never
    outer Integer k;
  equation
    assert(k > 100, "never active");
  end Never;
  First first;
  Second second;
  Never never;
  inner Integer sum(start = 0);
  inner Integer k(start = -1);
equation
  when Clock(1, 10) then
    k = previous(k) + 1;
  end when;
  initialState(first);
  transition(first, second, k == 2);
  transition(second, first, k == 4);
  transition(second, never, k == 100, priority = 2);
end AlgorithmsAndLoops;
