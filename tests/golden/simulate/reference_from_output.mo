// stage: simulate
// options: --stop 2
// configs: --method inline:bdf; --backend interp
// expect-note: StartValuesChosen
// analytic: w = 1 - exp(-time)
// analytic: x = -1.8 + (2 + 2*time)*exp(-time)
// A regulator whose reference is computed at the start, such that the error is that of a state at rest: the equations of v0,
// reference and error together say error = e/K. Structurally they could as well give v, with a start value for x; numerically
// they cannot. Thus x follows from y = e/K, and the start value that is missing is that of w.
model ReferenceFromOutput
  parameter Real K = 10, e = 2;
  parameter Real plus = 1, minus = -1 "factors of the sum";
  parameter Real reference(fixed = false), v0(fixed = false);
  Real x, y;
  Real w, v, error;
initial equation
  v0 = v;
  reference = e/K + v0;
  y = e/K;
equation
  der(w) = 1 - w;
  v = 2*w + 1;
  error = plus*reference + minus*v;
  der(x) = error - x;
  y = x + 0.5*(error - x);
end ReferenceFromOutput;
