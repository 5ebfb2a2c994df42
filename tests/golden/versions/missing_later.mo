// stage: simulate
// options: -L first -L second --stop 1
// note: a version that nobody has yet
// expect-warning: LibraryVersionMissing
// final: x = 3
model M
  Real x = Lib.c;
  annotation (uses(Lib(version = "7.0")));
end M;
