// stage: simulate
// options: --method inline:bdf --tolerance 1e-7 --stop 5 --intervals 50
// assert: steps_accepted < 400 and steps_rejected < 40
// note: the linear system of the step must be solved to full precision for every step size; with formulas in an
// order that suits one of them only the errors stopped the step control.
model Heat
  parameter Integer n = 50 annotation(Evaluate = true);
  Real T[n](each start = 0, each fixed = true);
equation
  der(T[1]) = n^2*(sin(time) - 2*T[1] + T[2]);
  for i in 2:n - 1 loop
    der(T[i]) = n^2*(T[i - 1] - 2*T[i] + T[i + 1]);
  end for;
  der(T[n]) = n^2*(T[n - 1] - T[n]);
end Heat;
