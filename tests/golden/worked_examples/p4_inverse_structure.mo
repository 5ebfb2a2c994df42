// stage: structure
// note: solved by annotation(inverse): one assignment
// assert: iteration_variables == 0 and blocks[0].kind == "assign"
model InverseStructure
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^3 + x;
    annotation (inverse(x = g(y)));
  end f;
  function g
    input Real y;
    output Real x;
  algorithm
    x := y/2;
  end g;
  Real x;
equation
  2 + time = f(x);
end InverseStructure;
