// stage: check
// model: Branches
function choose
  input Real u;
  output Real y[3];
algorithm
  // expect-error@+1: TypesDiffer
  y := if u > 1 then {1, 2, 3} else {1, 2};
end choose;
model Branches
  Real y[3] = choose(time);
end Branches;
