// stage: simulate
// options: --method inline:be --step 0.01 --stop 6.283185307179586
// assert: abs(final.r - 1) < 0.01
// note: constraints of arrays and loops; without them the radius shrinks to 0.97. A particle on a circle, r = 1.
model ConstraintArrays
  Real z[2](start = {1, 0}, each fixed = true);
  Real r = sqrt(z*z);
  Real e[1];
equation
  der(z) = {-z[2], z[1]}*(1 + 0.1*sin(z[1]*z[2]));
  e = {100*(z*z - 1)};
  for i in 1:1 loop
    e[i] = 0 annotation(__Formola_constraint = true);
  end for;
end ConstraintArrays;
