// stage: simulate
// note: Newton's first step at the start, and at the event, leads to where the function refuses to be evaluated: shorter ones do not
// options: --stop 2 --tolerance 1e-8
// analytic: x = (1 + time)^(1/3) if time < 1 else (1000 + time)^(1/3)
// tolerance: 1e-6
// configs: --backend interp; --method inline:bdf; --method cvode
model FunctionsOfBoundedRange
  function cube
    input Real x;
    output Real y;
  algorithm
    assert(x > 0 and x < 20, "x is out of range");
    y := x^3;
  end cube;
  Real x(start = 0.1);
equation
  cube(x) = (if time < 1 then 1 else 1000) + time;
end FunctionsOfBoundedRange;
