// stage: check
model AssignInEquation
  Real x;
equation
  // expect-error@+1: AssignInEquation
  x := 1;
end AssignInEquation;
