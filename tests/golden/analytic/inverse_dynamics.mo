// stage: simulate
// options: --stop 5
// follows: 100 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: f = -2*sin(time)
// analytic: w = 1 - cos(time)
// note: Index 3: the position of a mass of 2 is prescribed, the force follows; its power drives a work integral w = int x.
model Inverse
  Real x, v, f;
  Real w(start = 0, fixed = true);
equation
  x = sin(time);
  der(x) = v;
  2*der(v) = f;
  der(w) = x;
end Inverse;
