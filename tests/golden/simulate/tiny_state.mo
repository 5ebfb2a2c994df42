// stage: simulate
// note: a stiff state of size 1e-8. With its nominal value all methods follow the solution; without, every value below
// note: the absolute tolerance counts as right (tests/tools/test_failures.py: Tiny).
// options: --tolerance 1e-7 --start 0.01 --filter ^x$
// analytic: x = 1e-8*atanh(time - 0.5)
// tolerance: 1e-3
// configs: --method ida:dense; --method cvode; --method inline:bdf; --method inline:sdirk4
model TinyState
  Real x(start = 1e-8*(-0.5360603366105666), fixed = true, nominal = 1e-8);
equation
  der(x) = 1e5*time - 5e4 - 1e5*tanh(x/1e-8);
end TinyState;
