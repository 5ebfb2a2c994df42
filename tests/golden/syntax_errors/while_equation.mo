// stage: check
// note: One message: that its body holds equations is the same mistake.
model M
  Real x;
equation
  // expect-error@+1: WrongSection
  while time < 1 loop
    x = 1;
  end while;
end M;
