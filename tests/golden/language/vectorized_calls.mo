// stage: simulate
// model: M
// note: A function of scalars applied to arrays and matrices; functions with arrays inside equations.
// analytic: y[1] = 2*time
// analytic: y[2] = 12*time
// analytic: z[2,1] = 9*time^2
// analytic: d = 10*time
function scale
  input Real x;
  input Real k = 2;
  output Real y;
algorithm
  y := k*x;
end scale;

function square
  input Real x;
  output Real y;
algorithm
  y := x^2;
end square;

function dot
  input Real a[:];
  input Real b[size(a, 1)];
  output Real y;
algorithm
  y := 0;
  for i in 1:size(a, 1) loop
    y := y + a[i]*b[i];
  end for;
end dot;

model M
  Real y[2] = scale({time, 3*time}, {2, 4});
  Real z[2, 2] = square([1, 2; 3, 4]*time);
  Real d = dot({1, 2, 3}, {3, 2, 1}*time);
end M;
