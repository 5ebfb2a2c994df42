within Shelf.Medium;
function mass
  input Density d;
  output Real m;
algorithm
  m := weight(d)/10;
end mass;
