// stage: simulate
// options: --method inline:radau3 --step 0.01 --stop 3 --real-time
// configs: --backend interp; --method inline:sdirk4; --method inline:trapezoid
// tolerance: 1e-4
// reference: real_time.csv
// origin: the same model with --method ida --tolerance 1e-10
// assert: real_time.worst >= real_time.quantile_9999 and real_time.quantile_9999 >= 0 and steps_accepted == 300
// note: Bounded iterations with a fixed step follow the solution.
model RealTime
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x^3 - 0.2*v + cos(time);
end RealTime;
