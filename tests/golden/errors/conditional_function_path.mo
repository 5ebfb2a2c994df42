// stage: check
// options: --strict
// model: ConditionalFunctionPath
model ConditionalFunctionPath
  model A
    function f
      input Real x;
      output Real y;
    algorithm
      y := x;
    end f;
  end A;
  A a if true;
  // expect-error@+1: ConditionalUse
  Real x = a.f(2.0);
end ConditionalFunctionPath;
