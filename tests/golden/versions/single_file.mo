// stage: simulate
// options: -L first -L second --stop 1
// note: versions are compared number by number: 1.10 is newer than 1.2; in a file name
// final: x = 1.1
// final: y = 3
model M
  Real x = Single.c;
  Real y = Lib.c;
end M;
