// stage: simulate
// options: -L first -L second --stop 1
// note: nobody asks for a version
// final: x = 3
model M
  Real x = Lib.c;
end M;
