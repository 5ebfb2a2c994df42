// stage: simulate
// options: --stop 1
// model: RecordCast
// note: R(m) takes from a model, block or connector m what R has (specification 3.6, 12.6.1), element by element from an array
// final: one.phi = 2
// final: one.tau = 3
// final: one.extra = 5
// final: two[1].phi = 1
// final: two[2].phi = 2
// final: two[2].tau = 12
// final: nested.body.phi = 2
// final: nested.body.tau = 3
// final: nested.v[2] = 8
// final: ofConnector.phi = 7
// final: ofConnector.tau = 0
// configs: --backend interp
record Values
  Real phi;
  Real tau;
  Real extra = 5;
end Values;
record Nested
  Values body;
  Real v[2];
end Nested;
connector Flange
  Real phi;
  flow Real tau;
end Flange;
model Body
  parameter Real k = 1;
  Real tau = 3*k*time, phi = 2*time;
  Real other = 1;
end Body;
model Whole
  Body body;
  Real v[2] = {time, 8};
protected
  Real extra = 9;
end Whole;
model RecordCast
  Body body;
  Body bodies[2](k = {2, 4}, phi = {time, 2*time});
  Whole whole;
  Flange flange;
  Values one = Values(body);
  Values two[2] = Values(bodies);
  Nested nested = Nested(whole);
  Values ofConnector = Values(flange);
equation
  flange.phi = 7*time;
end RecordCast;
