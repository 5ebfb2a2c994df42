// stage: check
// note: The subscript in x[k] := ... is read, not assigned.
// expect-error: Unbalanced
// message: no equation mentions 'y'
model M
  Real x[3], y;
  Integer k = if time < 2 then 2 else 3;
algorithm
  x := zeros(3);
  x[k] := 1;
end M;
