// stage: check
// model: Outside.M
model Outside
  parameter Real k = 1;
  model M
    // expect-error@+1: NotConstantInPackage
    Real x = k*time;
  end M;
end Outside;
