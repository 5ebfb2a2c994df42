// stage: check
// options: --strict
// model: M
// message: its parameters are 'R', 'T'
model Resistor
  parameter Real R = 1;
  parameter Real T = 300;
  final parameter Real G = 1/R;
  Real v = R*T*G;
end Resistor;
model M
  // expect-error@+1: ModifiedElementNotFound
  Resistor r(Widerstand = 2);
end M;
