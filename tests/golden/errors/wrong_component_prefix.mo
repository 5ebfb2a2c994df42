// stage: check
// model: Plant
// message: only variables, records and connectors can have it
// message: which has a prefix 'input' of its own
model Plant
  parameter Motor motor;  // expect-error@+0: WrongPrefix
  output Motor drive;  // expect-error@+0: WrongPrefix
  parameter Port fixed(m_flow = 0);  // expect-error@+0: WrongPrefix
  output Signals signals;  // expect-error@+0: WrongPrefix
  flow Pin pin;  // expect-error@+0: WrongPrefix
  stream Real enthalpy = 1;  // expect-error@+0: WrongPrefix
  input Vector place;
end Plant;

model Motor
  Real speed = 1;
end Motor;

connector Port
  Real p = 1;
  flow Real m_flow;
end Port;

connector Signals
  input Real u;
end Signals;

connector Pin
  Real v;
  flow Real i;
end Pin;

record Vector
  Real x;
  Real y;
end Vector;
