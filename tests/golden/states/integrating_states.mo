// stage: simulate
// options: --stop 0.95 --intervals 19
// configs: --backend interp
// note: specification 3.6, 17.3.3: differential equations in a state are integrated while it is active, from the start value after a reset and from
// note: where they were without. Explicit Euler with h = 0.1 and der(x) = 1: by hand 5, 5.1, 5.2, kept at ticks 3 and 4, 5.3, 5.4, kept at
// note: ticks 7 and 8, and 5 again
// analytic: warm.x = [5, 5.1, 5.2, 5.2, 5.2, 5.3, 5.4, 5.4, 5.4, 5][floor(time/0.1 + 1e-9)]
model IntegratingStates
  block Warm
    Real x(start = 5);
  equation
    der(x) = 1;
  end Warm;
  block Cold
  end Cold;
  Warm warm;
  Cold cold;
  Clock c = Clock(Clock(1, 10), solverMethod = "ExplicitEuler");
  Integer k(start = -1);
equation
  when c then
    k = previous(k) + 1;
  end when;
  initialState(warm);
  transition(warm, cold, k == 3 or k == 7);
  transition(cold, warm, k == 5, reset = false);
  transition(cold, warm, k == 9, priority = 2);
end IntegratingStates;
