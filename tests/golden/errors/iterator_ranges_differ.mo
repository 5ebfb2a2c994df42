// stage: check
// model: Table
// message: this dimension differs
model Table
  Real rows[3];
  Real columns[4];
algorithm
  // expect-error@+1: IteratorRangeUnknown
  for i loop
    rows[i] := i;
    columns[i] := 2*i;
  end for;
end Table;
