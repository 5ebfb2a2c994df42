// stage: check
// model: Plant
// note: final elements and constants are not redeclared, and what is protected stays so: specification 7.3.3
model Small
  Real x = 1;
end Small;
model Base
  final replaceable Small a;
  replaceable constant Real b = 1;
  replaceable Small c;
  final replaceable model D = Small;
protected
  replaceable Small e;
end Base;
model Elements
  extends Base;
  // expect-error@+1: FinalElement
  redeclare Small a(x = 2);
  // expect-error@+1: WrongPrefix
  redeclare Real b = 2;
  // expect-error@+1: WrongPrefix
  redeclare Small e;
  // expect-error@+1: FinalElement
  redeclare model D
    Real x = 3;
  end D;
  D d;
protected
  // expect-error@+1: WrongPrefix
  redeclare Small c;
end Elements;
model Plant
  Elements a;
  // expect-error@+1: WrongPrefix
  Base b(redeclare Real b = 3);
  // expect-error@+1: FinalElement
  Base c(redeclare Small a);
end Plant;
