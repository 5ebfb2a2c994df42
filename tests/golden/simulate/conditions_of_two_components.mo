// stage: simulate
// model: ConditionsOfTwoComponents
// options: --stop 1
// configs: --method inline:bdf; --backend interp
// analytic: line.i[1] = sqrt(20)*cos(0.5 + atan(2)) + (2*cos(0.5) - sqrt(20)*cos(0.5 + atan(2)))*exp(-time)
// analytic: line.i[2] = sqrt(20)*sin(0.5 + atan(2)) + (2*sin(0.5) - sqrt(20)*sin(0.5 + atan(2)))*exp(-time)
// Two components in series both say that their currents rotate at the start, each with its own speed of the same frame. The second
// pair of conditions is the first one over again: i and omega are the same. Taken for new it left no place for the angle.
connector Pin
  Real v[2];
  flow Real i[2];
  Real theta;
  flow Real none;
end Pin;

model Source
  Pin p;
  parameter Real size(fixed = false, start = 1), angle(fixed = false, start = 0);
  Real omega = der(p.theta), i[2];
initial equation
  der(i[1]) = -omega*i[2];
  der(i[2]) = omega*i[1];
  sqrt(i*i) = 2;
  atan2(i[2], i[1]) = 0.5;
equation
  p.theta = 2*time;
  i = -p.i;
  p.v = size*{cos(angle), sin(angle)};
end Source;

model Line
  Pin p;
  Real omega = der(p.theta), i[2] = p.i;
initial equation
  der(i[1]) = -omega*i[2];
  der(i[2]) = omega*i[1];
equation
  der(i) + i = p.v;
  p.none = 0;
end Line;

model ConditionsOfTwoComponents
  Line line;
  Source source;
equation
  connect(source.p, line.p);
end ConditionsOfTwoComponents;
