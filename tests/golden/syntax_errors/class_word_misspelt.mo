// stage: check
// expect-error@+2: ExpectedClass
// message: did you mean 'model'?
modle Tank
  Real x = 1;
end Tank;

model Other
end Other;
