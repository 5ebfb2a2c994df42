// stage: flatten
// options: -L lib M
// note: A library in a folder with its version in the name, and one that is a single file.
model M
  Real x = Tools.twice(time) + Single.c;
end M;
