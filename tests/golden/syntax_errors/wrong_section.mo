// stage: check
model WrongSection
  Real x;
equation
  // expect-error@+1: WrongSection
  while x < 1 loop
    x := x + 1;
  end while;
end WrongSection;
