// stage: simulate
// options: --set x0=5 --set p=false --stop 1
// note: start values and fixed follow parameters, also those changed on the command line
// analytic: x = 5*exp(-time)
// analytic: y = 3*exp(-time)
model M
  parameter Real x0 = 2;
  parameter Boolean p = true;
  Real x(start = x0, fixed = true);
  Real y(start = x0, fixed = p);
initial equation
  if not p then
    y = 3;
  end if;
equation
  der(x) = -x;
  der(y) = -y;
end M;
