// stage: simulate
// options: --stop 1 --intervals 10 --tolerance 1e-9
// note: 100 peaks of sin^40, whose mean is binomial(40, 20)/2^40; the source stands behind linear equations
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5; --method inline:sdirk4
// final: z = 137846528820/2^40
// tolerance: 1e-4
model comb_of_time
  Real z(start = 0, fixed = true), u, i, w(start = 1, fixed = true);
equation
  u = sin(100*3.141592653589793*time)^40;
  u - i = 2*w*i - 2*i*w;
  der(z) = i;
  der(w) = -0.1*w;
end comb_of_time;
