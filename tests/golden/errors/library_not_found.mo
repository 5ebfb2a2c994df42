// stage: check
// model: M
// message: there is no 'Hydraulics'; give its folder with -L or in MODELICAPATH
// message: if 'Pneumatics' is a library, give its folder
model M
  // expect-error@+1: ImportNotFound
  import Hydraulics.Components.Valve;
  Valve v;
  // expect-error@+1: UndefinedName
  Pneumatics.Pipe p;
end M;
