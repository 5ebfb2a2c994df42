// stage: simulate
// options: --method inline:bdf
// note: at its corner the curve of i0 jumps by 5e-8, since its numbers are rounded: there neither value of the relation agrees with the
//   currents that follow from it, and either is right.
// assert: state_events < 100
// tolerance: 1e-3
// configs: --method ida; --method cvode; --method inline:radau5; --method inline:sdirk4; --method inline:trapezoid; --method inline:am3; --method inline:bdf --backend interp
model CurvesJoinedWithRoundedNumbers
  Real v0(start=0), i0, q0(start=0.412765, fixed=true);
  Real v1(start=0), i1, q1(start=0.114766, fixed=true);
  Real v2(start=0), i2, q2(start=0.178836, fixed=true);
  Real w0;
  Real w1;
  Real w2;
equation
  w0 = v0 - (2.43864*sin(1.53766*time));
  i0 = if w0 > 0.160758 then 0.0390472 + 1.79481*(w0 - 0.160758) else 0.242894*w0;
  0 = i0 - i1 + 0.930118*(v0 - q0);
  der(q0) = 1.4007*(v0 - q0);
  w1 = v1 - v0;
  i1 = tanh(1.41048*w1) + 0.336143*w1;
  0 = i1 - i2 + 1.95231*(v1 - q1);
  der(q1) = 0.760952*(v1 - q1);
  w2 = v2 - v1;
  i2 = if w2 > 0.326768 then 0.0600093 + 3.26966*(w2 - 0.326768) else 0.183645*w2;
  0 = i2 + 1.71003*(v2 - q2) + max(0, v2 - 0.891819);
  der(q2) = 1.54149*(v2 - q2);
  annotation(experiment(StopTime=4));
end CurvesJoinedWithRoundedNumbers;
