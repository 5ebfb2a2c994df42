// stage: simulate
// options: --stop 1
// configs: --backend interp; --method inline:bdf; --method cvode
// tolerance: 1e-9
// note: der() of clocked variables: the clock's interval is the step (specification 3.6, 16.8.2)
// analytic: explicit_x = 0.9^floor(time/0.1 + 1e-9)
// analytic: implicit_x = 1.1^(-floor(time/0.1 + 1e-9))
// analytic: trapezoid_x = (0.95/1.05)^floor(time/0.1 + 1e-9)
// analytic: tank_x = implicit_x
model Discretized
  block Decay
    input Real u;
    Real x(start = 1);
  equation
    der(x) + x = u;
  end Decay;
  Decay e, i, t;
  Real explicit_x = hold(e.x), implicit_x = hold(i.x), trapezoid_x = hold(t.x);
  // index two: the level is given, the inflow follows
  Real level(start = 1), inflow, wanted(start = 1), tank_x = hold(level);
equation
  e.u = sample(0.0, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  i.u = sample(0.0, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
  t.u = sample(0.0, Clock(Clock(1, 10), solverMethod = "ImplicitTrapezoid"));
  der(wanted) = -wanted + sample(0.0, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
  der(level) = inflow - 2*level;
  level = wanted;
end Discretized;
