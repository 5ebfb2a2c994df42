// stage: check
// options: --strict
// model: Network
// note: what input_from_inside.mo has as a warning
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
  // expect-error@+1: OtherCausality
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
