// stage: simulate
// model: Harmless
// note: functions of the C library from numbers to a number need no trust
// analytic: y = time^(1/3)
// final: z = 5
function cubeRoot
  input Real x;
  output Real y;
  external "C" y = cbrt(x) annotation (Include = "#include <math.h>");
end cubeRoot;

function distance
  input Real a;
  input Real b;
  output Real y;
  external "C" y = hypot(a, b) annotation (Library = "m");
end distance;

model Harmless
  Real y = cubeRoot(time);
  Real z = distance(3, 4*time);
end Harmless;
