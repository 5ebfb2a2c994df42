model A
  Real x
  Real y = (1 + ;
equation
  der(x) := 2x != 3 && y
  if x > 1 y = 2;
  else if a then
algorithm
  x = 3;
end B;
