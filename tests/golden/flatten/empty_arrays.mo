// stage: flatten
// model: M
// note: Arrays of size zero: no equations, sums are zero, loops do nothing, connectors of size zero.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Node
  parameter Integer n = 0;
  Pin p[n];
  Real s = sum(p.i);
  Real m = product(ones(n));
equation
  for i in 1:n loop
    p[i].v = s;
  end for;
end Node;

model M
  Node none, two(n = 2);
  Real e[0, 3];
  Real f[3] = zeros(3) + transpose(e)*fill(1, 0);
  Real g[0] = e*f;
equation
  connect(none.p, fill_.p);
  e = zeros(0, 3);
public
  Node fill_;
end M;
