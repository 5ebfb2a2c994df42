// stage: check
// model: Plant
// note: the values of a partial package may not be final yet: specification 5.3.2
partial package Medium
  constant Integer n = 2;
  type Density = Real(unit = "kg/m3");
end Medium;
package Water
  extends Medium(n = 1);
end Water;
model Plant
  // expect-error@+1: PartialLookup
  Real x[Medium.n] = {1, 2};
  Real y[Water.n] = {3};
  Medium.Density d = 4;
end Plant;
