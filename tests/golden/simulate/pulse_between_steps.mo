// stage: simulate
// options: --stop 10 --intervals 20 --tolerance 1e-6
// note: a pulse of 10 ms in 10 s: no step of the integrator need meet it, whatever the tolerance; the integral of exp(-s^2) is sqrt(pi)
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method inline:trapezoid; --tolerance 1e-7; --method ida --tolerance 1e-8
// final: x = 0.01*sqrt(pi)*exp(-0.1*(10 - 5.123) + 2.5e-7)
// tolerance: 2e-3
model pulse_between_steps
  Real x(start = 0, fixed = true);
equation
  der(x) = exp(-((time - 5.123)/0.01)^2) - 0.1*x;
end pulse_between_steps;
