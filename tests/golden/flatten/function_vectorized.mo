// stage: flatten
// model: M
// note: A function of scalars called with arrays is applied to each element.
function f
  input Real x;
  input Real k = 2;
  output Real y;
algorithm
  y := k*x;
end f;

function pick
  input Real v[2];
  input Integer i;
  output Real y;
algorithm
  y := v[i];
end pick;

model M
  Real x[2] = {time, 2*time};
  Real a[2] = f(x);
  Real b[2] = f(x, {3, 4});
  Real c[2] = f(time, {5, 6});
  Real d[2, 2] = f([1, 2; 3, 4]*time);
  Real e[2] = sin(x);
  Real g[2] = pick(x, {2, 1});
  Real h[3] = pick([1, 2; 3, 4; 5, 6], 1);
  Integer k[2] = integer(x);
end M;
