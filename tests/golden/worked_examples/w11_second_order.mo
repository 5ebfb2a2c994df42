// stage: structure
// options: --method inline:bdf
// assert: len(states) == 10
// assert: inline.iteration_variables == 5
// note: W11, n equations of second order: n variables are iterated instead of 2n.
model W11
  parameter Integer n = 5;
  Real x1[n](each start = 1, each fixed = true), x2[n](each start = 0, each fixed = true);
equation
  for i in 1:n loop
    der(x1[i]) = x2[i];
    der(x2[i]) = -sin(x1[i]) - 0.1*x2[i]^3 + sum(x1[j]*x2[j] for j in 1:n);
  end for;
end W11;
