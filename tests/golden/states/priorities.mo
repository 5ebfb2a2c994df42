// stage: simulate
// options: --stop 0.75 --intervals 15
// configs: --backend interp
// note: specification 3.6, 17.3.1: the smallest priority wins, also between immediate and delayed transitions; no transition at the
// note: first tick, and one at each tick, though the conditions hold all the time. By hand, k the tick: a at 0; at 1 both leave a,
// note: priority 1 leads to b; at 2 b has a delayed one (priority 1, condition true at tick 1) to c and an immediate one to a;
// note: c waits until k >= 5 (immediate), which holds at tick 5, and goes to a; b, c follow
// analytic: where = [1, 2, 3, 3, 3, 1, 2, 3][floor(time/0.1 + 1e-9)]
model Priorities
  block S
  end S;
  S a, b, c;
  Integer k(start = -1);
  Integer where;
equation
  when Clock(1, 10) then
    k = previous(k) + 1;
  end when;
  where = if activeState(a) then 1 elseif activeState(b) then 2 else 3;
  initialState(a);
  transition(a, c, true, priority = 2);
  transition(a, b, true, priority = 1);
  transition(b, c, true, immediate = false, priority = 1);
  transition(b, a, true, priority = 7);
  transition(c, a, k >= 5);
end Priorities;
