// stage: simulate
// model: Tank
// options: --stop 1 --intervals 2
// note: an initial condition about parameters alone is checked, not solved for
// analytic: level = 2 + time
// final: boundary = 1e5
model Tank
  parameter Real pAmbient = 1e5;
  parameter Real pStart = 1e5;
  Real pressure = pAmbient;
  Real boundary = pressure;
  Real level(start = 2, fixed = true);
initial equation
  pressure = pStart;
equation
  der(level) = 1;
end Tank;
