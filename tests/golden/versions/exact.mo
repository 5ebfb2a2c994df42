// stage: simulate
// options: -L first -L second --stop 1
// note: the version that is asked for, not the newest
// final: x = 1
model M
  Real x = Lib.c;
  annotation (uses(Lib(version = "1.0")));
end M;
