// stage: simulate
// note: the prefixes of a short class apply to components of it, in functions too: specification 4.5.1
// analytic: x[3] = 3 * time
model Plant
  type Argument = input Real;
  type Result = output Real[3];
  function multiples
    Argument u;
    Result y;
  algorithm
    y := {u, 2 * u, 3 * u};
  end multiples;
  Real x[3] = multiples(time);
end Plant;
