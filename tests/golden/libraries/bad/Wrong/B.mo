within Wrong;
model C
  Real x = 1;
end C;
