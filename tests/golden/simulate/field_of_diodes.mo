// stage: simulate
// options: --stop 2 --intervals 20 --tolerance 1e-8
// note: a grid of resistors with a diode at each node, solved at every instant from zero: no voltage may follow from the exponential of a guess of another one
// analytic: nearOne = 1
// analytic: corner = 0.4 + 0.2*sin(36 + time)
// tolerance: 1e-6
// configs: --backend interp; --method ida; --method inline:radau5
model FieldOfDiodes
  parameter Integer m = 12;
  Real wanted[m, m] = {{0.4 + 0.2*sin(i + 2*j + time) for j in 1:m} for i in 1:m};
  Real v[m, m];
  Real i0[m, m] "what is supplied so that the voltages are the wanted ones";
  Real nearOne = 1 + 1e4*sum((v - wanted).^2);
  Real corner = v[m, m];
  Real charge(start = 0, fixed = true);
equation
  for i in 1:m loop
    for j in 1:m loop
      i0[i, j] = 1e-6*(exp(wanted[i, j]/0.05) - 1) + 0.01*wanted[i, j] + (if i > 1 then wanted[i, j] - wanted[i - 1, j] else 0)
        + (if i < m then wanted[i, j] - wanted[i + 1, j] else 0) + (if j > 1 then wanted[i, j] - wanted[i, j - 1] else 0)
        + (if j < m then wanted[i, j] - wanted[i, j + 1] else 0);
      (if i > 1 then v[i, j] - v[i - 1, j] else 0) + (if i < m then v[i, j] - v[i + 1, j] else 0) + (if j > 1 then v[i, j] - v[i, j - 1] else 0)
        + (if j < m then v[i, j] - v[i, j + 1] else 0) + 1e-6*(exp(v[i, j]/0.05) - 1) + 0.01*v[i, j] = i0[i, j];
    end for;
  end for;
  der(charge) = sum(i0);
end FieldOfDiodes;
