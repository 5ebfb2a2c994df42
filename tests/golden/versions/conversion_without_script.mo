// stage: simulate
// options: -L first -L second --stop 1
// note: a conversion without a script changes nothing
// final: x = 2.5
model M
  Real x = Lib.c;
  annotation (uses(Lib(version = "2.2")));
end M;
