// stage: check
// model: Outer
model Outer
  parameter Real p = 1;
  constant Real c = 2;
  model Inner
    // expect-error@+1: NotConstantInPackage
    Real y = p;
    Real z = c;
  end Inner;
  Inner i;
end Outer;
