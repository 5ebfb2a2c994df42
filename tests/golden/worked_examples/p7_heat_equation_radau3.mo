// stage: structure
// options: --method inline:radau3
// assert: len(states) == 50 and inline.largest_block == 200 and inline.iteration_variables == 0
// assert: any(c.heuristic == "extended" and c.torn == 100 for b in inline.blocks if b.size == 200 for c in b.candidates)
// note: W18, the heat equation of (8.112) with 50 segments: one linear block, nothing is iterated.
model W18Radau
  constant Integer n = 50;
  constant Real pi = 3.141592653589793;
  parameter Real c = n^2/(120*pi^2);
  Real x[n](each start = 1, each fixed = true);
  Real u = cos(pi*time/100);
equation
  der(x[1]) = c*(-15*x[1] - 4*x[2] + 14*x[3] - 6*x[4] + x[5] + 10*u);
  der(x[2]) = c*(16*x[1] - 30*x[2] + 16*x[3] - x[4] - u);
  for i in 3:n - 2 loop
    der(x[i]) = c*(-x[i - 2] + 16*x[i - 1] - 30*x[i] + 16*x[i + 1] - x[i + 2]);
  end for;
  der(x[n - 1]) = c*(-x[n - 3] + 16*x[n - 2] - 31*x[n - 1] + 16*x[n]);
  der(x[n]) = c*(-2*x[n - 2] + 32*x[n - 1] - 30*x[n]);
end W18Radau;
