// stage: simulate
// options: -L first -L second --stop 1
// note: only a script leads from 0.9 to what is there
// message: by the rules in modelica://Lib/convert.mos
// message: formola upgrade .*missing.mo. --to Lib=
// message: put .Lib 0.9. on the search path
// expect-warning: LibraryVersionMissing
// final: x = 3
model M
  Real x = Lib.c;
  annotation (uses(Lib(version = "0.9")));
end M;
