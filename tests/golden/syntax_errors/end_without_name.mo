// stage: check
model EndWithoutName
  Real x = 1;
// expect-error@+1: EndWithoutName
end;
