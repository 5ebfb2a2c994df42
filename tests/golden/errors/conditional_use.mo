// stage: check
// options: --strict
// model: Heater
// note: a component that may be missing can be connected and modified, but not be used in expressions (spec 4.4.5)
// message: use a variable that always exists
model Heater
  parameter Boolean measured = true;
  Real offset = 1 if measured;
  Real power;
  Real sum;
  Lamp lamp(level = offset);  // expect-error@+0: ConditionalUse
equation
  // expect-error@+1: ConditionalUse
  power = 2*offset;
algorithm
  // expect-error@+1: ConditionalUse
  sum := offset;
end Heater;

model Lamp
  Real level;
end Lamp;
