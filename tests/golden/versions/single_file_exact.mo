// stage: simulate
// options: -L first -L second --stop 1
// final: x = 1.2
model M
  Real x = Single.c;
  annotation (uses(Single(version = "1.2")));
end M;
