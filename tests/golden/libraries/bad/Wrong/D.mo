within Wrong;
model D
  Real x = ;
end D;
