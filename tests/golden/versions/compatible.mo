// stage: simulate
// options: -L first -L second --stop 1
// note: 2.5 says that it serves models of 2.4, 3.0 does not
// final: x = 2.5
model M
  Real x = Lib.c;
  annotation (uses(Lib(version = "2.4")));
end M;
