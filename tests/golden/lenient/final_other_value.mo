// stage: check
// model: Uses
// note: another value is an error, always
model Uses
  Part a(n = 4);  // expect-error@+0: FinalElement
end Uses;
model Part
  final parameter Real n = 3;
end Part;
