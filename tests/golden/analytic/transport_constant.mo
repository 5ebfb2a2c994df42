// stage: simulate
// note: A pipe of length 1 passed in 2 s: a pulse, a sine and the initial profile come out unchanged, 2 s later.
// options: --stop 5
// follows: 200 1e-4 1e-6 1e-8
// configs: --backend interp; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:radau5
// analytic: pulse = 1 if 2.2035 <= time and time < 2.6035 else 0
// analytic: w = min(max(time - 2.2035, 0), 0.4)
// analytic: wave = sin(3*(time - 2)) if time > 2 else 1 - 0.5*time
// analytic: inlet = sin(3*time)
model TransportConstant
  Real x(start = 0.3, fixed = true);
  Real w(start = 0, fixed = true) "what has come out";
  Real pulse, wave, inlet;
  Real signal = sin(3*time);
equation
  der(x) = 0.5;
  (, pulse) = spatialDistribution(if time >= 0.2035 and time < 0.6035 then 1 else 0, 7, x, true);
  (inlet, wave) = spatialDistribution(signal, 7, x, true, {0, 0.5, 1}, {0, 0.5, 1});
  der(w) = pulse;
end TransportConstant;
