// stage: structure
// model: ConstantSwitches
// note: Booleans and Integers that are literals decide between equations at translation: what is left is linear
// assert: all(b.kind in ("assign", "linear") for b in blocks) and largest_block == 2
model ConstantSwitches
  parameter Integer n = 3;
  Boolean regular[n](each start = true);
  Boolean both;
  Integer which;
  Real x[n], y[n], z;
equation
  which = 2;
  both = regular[1] and which == 2;
  for i in 1:n loop
    regular[i] = true;
    x[i] + y[i] = time + i;
    x[i] - 2*y[i] = if regular[i] then 1 else x[i]^3;
  end for;
  if both then
    z = x[1] + x[2];
  else
    z^2 = x[1]*z + 1;
  end if;
end ConstantSwitches;
