// stage: flatten
// model: M
// note: A class redeclared in a modifier, in an extends clause and as an element.
model Resistor
  parameter Real R = 1;
  Real y = R*time;
end Resistor;

model Heated
  extends Resistor;
  parameter Real T = 300;
end Heated;

model Pair
  replaceable model Load = Resistor;
  Load a, b(R = 2);
end Pair;

model ByExtends
  extends Pair(redeclare model Load = Heated(T = 350));
end ByExtends;

model ByElement
  extends Pair;
  redeclare model Load
    extends Resistor(R = 9);
    Real twice = 2*y;
  end Load;
end ByElement;

model M
  Pair pair;
  Pair modified(redeclare model Load = Heated);
  ByExtends byExtends;
  ByElement byElement;
end M;
