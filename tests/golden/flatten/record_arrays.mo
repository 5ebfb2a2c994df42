// stage: flatten
// model: M
// options: --scalar
// note: Arrays of records with array members: slices through both dimensions, functions that take and give them.
record Cell
  Real T;
  Real X[2];
end Cell;

function mix
  input Cell a, b;
  output Cell c;
algorithm
  c.T := (a.T + b.T)/2;
  c.X := (a.X + b.X)/2;
end mix;

model M
  Cell cells[2];
  Real T[2] = cells.T;
  Real X[2, 2] = cells.X;
  Real X2[2] = cells[:].X[2];
  Cell mixed = mix(cells[1], cells[2]);
  parameter Cell p = Cell(T = 1, X = {2, 3});
equation
  cells[1] = p;
  cells[2].T = time;
  cells[2].X = {time, 1 - time};
end M;
