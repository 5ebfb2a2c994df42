within Wrong;
function F
  input Real u;
  output Real y;
algorithm
  y := u + ;
end F;
