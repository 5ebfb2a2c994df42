// stage: structure
// options: --initial
// note: the initial system of a circuit with a diode is shown: the operating point from der(u) = 0
// assert: initial.equations > 2 and initial.iteration_variables == 1
// assert: [b.size for b in initial.blocks if b.kind == "nonlinear"] != []
model InitialSystem
  parameter Real R = 1e3, C = 1e-6, Is = 1e-12, Vt = 0.02585;
  Real u(start = 0.5), i;
initial equation
  der(u) = 0;
equation
  C*der(u) = (5 - u)/R - i;
  i = Is*(exp(u/Vt) - 1);
end InitialSystem;
