// stage: simulate
// options: --stop 10
// follows: 200 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: x = (sin(time) - time*cos(time))/2
// note: Oscillator driven at resonance: the amplitude grows linearly.
model Resonance
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = sin(time) - x;
end Resonance;
