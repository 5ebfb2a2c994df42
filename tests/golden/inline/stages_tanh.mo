// stage: simulate
// options: --method inline:radau5 --stop 1 --tolerance 1e-6 --intervals 20 --filter ^x
// tolerance: 1e-5
// configs: --method inline:radau3; --method inline:lobatto4; --method inline:sdirk4; --method inline:bdf
// analytic: x = 1e-8*atanh(time - 0.5)
// assert: steps_accepted < 500 and steps_rejected < 50
// note: h*lambda = 1e12. With states of some stages and derivatives of others iterated, Newton's method did not converge with larger steps (95461+26280 steps).
model StiffTanh
  Real x(start = -5.493061443340549e-9, fixed = true, nominal = 1e-8);
equation
  der(x) = 1e5*time - 5e4 - 1e5*tanh(x/1e-8);
end StiffTanh;
