// stage: simulate
// options: --stop 1
// model: Network
// note: a connector with an input is used as if it had an output; the component outside has the input that fits
// message: the input 'compartment.port.V' is meant as an output: 'compartment.source.w.V' gives it a value inside of its component \(Modelica 3.6, 9.3\)
// analytic: load.x = 3 * time
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
model Compartment
  Source source;
  Reads port;
equation
  // expect-warning@+1: OtherCausality
  connect(source.w, port);
end Compartment;
model Load
  Reads port;
  Real x = port.c*port.V;
equation
  port.r = 1;
end Load;
model Network
  Compartment compartment;
  Load load;
equation
  connect(compartment.port, load.port);
end Network;
