// stage: simulate
// options: --method inline:sdirk4 --step 0.025 --stop 4 --intervals 1 --filter ^x[02]
// note: the slopes of the stages change their signs in steps that are longer than the reaction takes; extrapolated they lead beyond the pole
//   of its rate, to x0 = -2717.
// final: x0 = 0
// final: x2 = 0.12 + 2.7
// tolerance: 1e-3
// configs: --method inline:bdf; --method inline:bdf4; --method inline:be; --step 0.005; --step 0.1
model SdirkBeyondAPole "A saturated reaction"
  Real x0(start = 0.12, fixed = true);
  Real x2(start = 2.7, fixed = true);
  Real r = 0.33*x0 + 4170*x0/(1 + 4.6*x0);
equation
  der(x0) = -r;
  der(x2) = r;
end SdirkBeyondAPole;
