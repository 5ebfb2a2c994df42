// stage: simulate
// options: --stop 1
// model: Network
// note: a connector with an output is used as if it had an input
// message: the output 'inner1.port.V' is meant as an input: nothing inside of its component gives it a value \(Modelica 3.6, 9.3\)
// analytic: inner1.load.x = 3 * time
connector Reads
  Real c;
  flow Real r;
  input Real V;
end Reads;
connector Writes
  Real c;
  flow Real r;
  output Real V;
end Writes;
model Source
  Writes w;
equation
  w.c = time;
  w.V = 3;
end Source;
model Load
  Reads port;
  Real x = port.c*port.V;
equation
  port.r = 1;
end Load;
model Compartment
  Writes port;
  Load load;
equation
  connect(load.port, port);
end Compartment;
model Network
  Source source;
  Compartment inner1;
equation
  // expect-warning@+1: OtherCausality
  connect(source.w, inner1.port);
end Network;
