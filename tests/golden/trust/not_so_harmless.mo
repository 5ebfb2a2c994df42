// stage: simulate
// model: NotSoHarmless
// exit: 1
// note: a function of that name, but from a text of the model
// expect-error@+1: ForeignCodeRefused
function cubeRoot
  input Real x;
  output Real y;
  external "C" y = cbrt(x) annotation (Include = "static double cbrt(double x) { return x; }");
end cubeRoot;

model NotSoHarmless
  Real y = cubeRoot(time);
end NotSoHarmless;
