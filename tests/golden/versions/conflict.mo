// stage: simulate
// options: -L first -L second --stop 1
// note: User is made for Lib 2.0, the model for 1.0
// message: here it is asked for in another version
// expect-warning: LibraryVersionConflict
// final: x = 1
// final: y = 1
model M
  Real x = Lib.c;
  Real y = User.c;
  annotation (uses(Lib(version = "1.0"), User(version = "1.0")));
end M;
