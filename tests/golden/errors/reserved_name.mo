// stage: check
// model: Plant
model Plant
  // expect-error@+1: ReservedName
  Real Integer = 3;
  // expect-error@+1: ReservedName
  model String
    Real x = 1;
  end String;
  Real 'Real' = 2;
end Plant;
