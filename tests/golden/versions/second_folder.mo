// stage: simulate
// options: -L first -L second --stop 1
// note: in a later folder of the search path
// final: x = 0.7
model M
  Real x = Lib.c;
  annotation (uses(Lib(version = "0.7")));
end M;
