within Elsewhere;
model A
  Real x = 1;
end A;
