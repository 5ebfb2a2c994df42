// stage: simulate
// options: --stop 3 --tolerance 1e-6 --filter ^(x|n|v)$
// final: x = 1.5
// final: n = 1
// tolerance: 1e-5
// configs: --method ida; --method cvode; --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method dopri5; --method inline:be --step 0.01; --backend interp
// note: a short circuit that ends at a time event. The Jacobian of before is 1e12 times too steep: with it every correction is next to nothing, the
// note: voltage counted as solved where it was, and what the event decided by it stayed so.
model FaultThatIsCleared
  parameter Real fault = 1e12;
  Real v(start = 1), i, x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  i = 1 + 1e-3*x;
  i = (if time >= 0.5 and time < 1.5 then fault else 0)*v + v + 0.1*v^3;
  der(x) = if v > 0.5 and time > 1 then 1 else 0;
  when v > 0.5 then
    n = pre(n) + 1;
  end when;
end FaultThatIsCleared;
