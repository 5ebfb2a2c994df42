// stage: simulate
// options: --stop 3
// final: v = 0.9
// final: w = 0.8
// final: x = 1 - exp(-3)
// configs: --method cvode; --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method rk4 --step 0.01; --backend interp
// note: a short circuit of 1e-15 Ohm that is cleared at 2 s. With the Jacobian of the fault every correction of Newton's method is
// note: small, so that the currents of the fault stayed for ever: a small correction counts only if the next one is smaller.
model FaultCleared "Two nodes with loads that depend on the cube of the voltage"
  parameter Real g1 = 10, g2 = 10;
  parameter Real k2 = g2*(0.9 - 0.8)/0.8^3;
  parameter Real k1 = (g1*(1 - 0.9) - g2*(0.9 - 0.8))/0.9^3 + 1;
  Real v(start = 0.9), w(start = 0.8), i;
  Real x(start = 0, fixed = true);
equation
  g1*(1 - v) + (0.9^3)  = k1*v^3 + g2*(v - w) + i;
  g2*(v - w) = k2*w^3;
  i = if time < 1 then 0 elseif time < 2 then 1e15*v else 0;
  der(x) = 1 - x;
end FaultCleared;
