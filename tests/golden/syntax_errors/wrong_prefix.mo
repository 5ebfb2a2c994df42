// stage: check
model WrongPrefix
  // expect-error@+1: WrongPrefix
  parameter flow Real x = 1;
  // expect-error@+1: WrongPrefix
  parameter constant Real y = 1;
end WrongPrefix;
