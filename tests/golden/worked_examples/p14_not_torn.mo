// stage: structure
// assert: [b.torn for b in blocks if b.kind == "nonlinear"] == [1]
// assert: [b.iteration_variables for b in blocks if b.kind == "nonlinear"] == [["y"]]
// note: The declaration not to tear of seed 000 (rule 4): x would be torn, since it has a start value, and y is instead.
model NotTorn
  Real x(start = 1) annotation(__Formola_tear = false);
  Real y;
equation
  x = 1 + 0.3*sin(y) + 0.1*time;
  y = 0.5*cos(x);
end NotTorn;
