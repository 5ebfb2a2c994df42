// stage: simulate
// options: --stop 0.5 --set "x[2].start=10" --set "y.start[3]=4" --set "z[1].start=7" --set "table[2]=6" --set "b.a[3]=5" --set mode=Mode.fast --set "k=2*n + table[1]"
// note: the command line gives single elements their attributes, elements to arrays of open size, and values as a modifier in the model would
// analytic: x[1] = exp(-time)
// analytic: x[2] = 10*exp(-time)
// analytic: x[3] = 3*exp(-time)
// analytic: y[1] = exp(-time)
// analytic: y[3] = 4*exp(-time)
// analytic: z[1] = 7*exp(-time)
// analytic: z[2] = 0
// final: sum = 1 + 6 + 3
// final: b.y = 1 + 2 + 5
// final: speed = 3
// final: gain = 7
// configs: --backend interp
model Elements
  type Mode = enumeration(off, slow, fast);
  block Sum
    parameter Real a[:] = {1};
    Real y = sum(a);
  end Sum;
  parameter Mode mode = Mode.off;
  parameter Integer n = 3;
  parameter Real k = 1;
  parameter Real table[:] = {1, 2, 3};
  Sum b(a = {1, 2, 3});
  Real x[3](start = {1, 2, 3}, each fixed = true);
  Real y[3](each start = 1, each fixed = true);
  Real z[2](each fixed = true);
  Real sum = table[1] + table[2] + table[3];
  Real speed = if mode == Mode.fast then 3 else 1;
  Real gain = k;
equation
  der(x) = -x;
  der(y) = -y;
  der(z) = -z;
end Elements;
