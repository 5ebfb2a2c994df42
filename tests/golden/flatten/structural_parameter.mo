// stage: flatten
// model: M
// note: Parameters that sizes, conditions or ranges depend on are evaluated and marked so; others stay free.
model M
  parameter Integer n = 2 annotation(Evaluate = true);
  parameter Integer m = n + 1;
  parameter Real table[:, 2] = [0, 1; 1, 2; 2, 4];
  parameter Integer rows = size(table, 1);
  parameter Boolean extra = rows > 2;
  parameter Real free = 5;
  Real x[m];
  Real y[rows];
  Real z = time if extra;
  Real w = free*time;
equation
  x = fill(time, m);
  for i in 1:rows loop
    y[i] = table[i, 2]*time;
  end for;
end M;
