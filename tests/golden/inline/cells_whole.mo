// stage: structure
// options: --method inline:bdf
// note: with slow[i] and b[i] known the rest is linear, but its matrix would change with what is iterated and the Jacobian
//   would be full: all states in one sparse system are less work.
// assert: inline.iteration_variables == 120
model CellsWhole
  constant Integer n = 40;
  Real slow[n], a[n], b[n];
equation
  for i in 1:n loop
    der(slow[i]) = 0.1*(slow[if i == 1 then n else i - 1] - 2*slow[i] + slow[if i == n then 1 else i + 1])
      + sin(time) - 0.5*slow[i]*b[i];
    der(a[i]) = 1e5*(slow[i] - a[i]*(1 + b[i]));
    der(b[i]) = 1e5*(a[i]^2 - b[i]);
  end for;
end CellsWhole;
