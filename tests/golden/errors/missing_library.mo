// stage: check
// model: M
// message: Modelica Standard Library was not found
model M
  // expect-error@+1: UndefinedName
  Modelica.Electrical.Analog.Basic.Resistor r;
end M;
