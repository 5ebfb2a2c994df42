// stage: flatten
// model: M
// options: --set n=3 --set p=0.5 --set part.k=7 --set on=true
// note: Values given on the command line win over the model's, also where sizes depend on them.
model Part
  parameter Real k = 1;
  Real y = k*time;
end Part;

model M
  parameter Integer n = 2;
  parameter Real p = 2;
  parameter Boolean on = false;
  Part part(k = p);
  Real x[n] = fill(if on then p*time else 0, n);
end M;
