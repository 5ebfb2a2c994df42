// stage: check
// message: did you mean 'Formola\.Electrical\.Resistor'\? Write the whole name
// message: there are .Formola\.Blocks\.Logical\.Switch., .Formola\.Electrical\.Switch.
// message: did you mean .Formola\.Electrical\.Sources.\?
// message: did you mean 'Capacitor'
// message: the time of the simulation is called 'time'
// message: the derivative of w by time is written der\(w\)
// note: where a class is expected, components are not suggested; what an import brings is
model NamesInLibraries
  import Formola.Electrical.Capacitor;
  // expect-error@+1: UndefinedName
  Resistor resistor(R = 1);
  // expect-error@+1: UndefinedName
  Switch resistors;
  // expect-error@+1: UndefinedName
  Sources.ConstantVoltage source(V = 1);
  // expect-error@+1: UndefinedName
  capacitor c(C = 1);
  Real w;
  Real x;
equation
  // expect-error@+1: UndefinedName
  w = sin(t);
  // expect-error@+1: UndefinedName
  x = dw;
end NamesInLibraries;
