// stage: simulate
// options: -L first -L second --stop 1
// note: the model says nothing; the library that it uses does
// final: y = 2
model M
  Real y = User.c;
end M;
