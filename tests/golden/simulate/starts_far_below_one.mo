// stage: simulate
// options: --stop 10
// analytic: decay = 1e-9*exp(-time)
// analytic: growth = 1e-12*exp(2*time)
// analytic: infected = 1/(1 + (1e8 - 1)*exp(-time))
// analytic: pH = 7 + 0.3*time
// analytic: cube = 1e-10*(1 + time)
// analytic: second = 1e-9*(exp(-time) - exp(-2*time))
// tolerance: 1e-3
// configs: --method ida; --method cvode; --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method dopri5
// note: start values far below one say how large unknowns without nominal values are: all of this was far below tolerance times nominal value, 1e-6,
// note: and counted as zero (growth ended at -4e-11 where it is 4.85e-4; hydrogen ions and the cube stayed where they were). Elements of an array have one size.
model Tiny
  parameter Real first = 1e-12;
  Real decay(start = 1e-9, fixed = true);
  Real growth(start = first, fixed = true);
  Real infected(start = 1e-8, fixed = true);
  Real susceptible(start = 1 - 1e-8, fixed = true);
  Real H(start = 1e-7, min = 0) "hydrogen ions";
  Real OH(start = 1e-7, min = 0);
  Real sodium = 10^(-7 + 0.3*time) - 1e-14/10^(-7 + 0.3*time);
  Real pH = -log10(H);
  Real cube(start = 1e-10);
  Real chain[2](start = {1e-9, 0}, each fixed = true);
  Real second = chain[2];
equation
  der(chain[1]) = -chain[1];
  der(chain[2]) = chain[1] - 2*chain[2];
  der(decay) = -decay;
  der(growth) = 2*growth;
  der(infected) = infected*susceptible;
  der(susceptible) = -infected*susceptible;
  H*OH = 1e-14;
  H + sodium = OH;
  cube^3 + 1e-20*cube = (1e-10*(1 + time))^3 + 1e-30*(1 + time);
end Tiny;
