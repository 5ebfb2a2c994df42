// stage: simulate
// note: functions of libm (in the program itself) and of a library by its name; hypot(3, 4) = 5
// analytic: y = time^(1/3)
// final: z = 5
function cubeRoot
  input Real x;
  output Real y;
  external "C" y = cbrt(x);
end cubeRoot;

function distance
  input Real a;
  input Real b;
  output Real y;
  external "C" y = hypot(a, b) annotation (Library = "m");
end distance;

model SystemLibrary
  Real y = cubeRoot(time);
  Real z = distance(3, 4*time);
end SystemLibrary;
