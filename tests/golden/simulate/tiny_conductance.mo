// stage: simulate
// options: --stop 1 --tolerance 1e-8
// note: two diodes in series with a conductance of 1e-12 S across each: the voltage between them is iterated, not the tiny currents, of which
//   no iteration knows more than some digits
// analytic: b = 0.5*time
// analytic: i1 = 1e-9*(exp(0.5*time/0.05) - 1)
// tolerance: 1e-6
// configs: --method inline:bdf
model TinyConductance
  constant Real gmin = 1e-12;
  function diode
    input Real u;
    output Real i;
  algorithm
    i := 1e-9*(exp(u/0.05) - 1);
  end diode;
  Real a = time;
  Real b, i1, i2, g1, g2, s1, s2;
equation
  i1 = diode(a - b);
  i2 = diode(b);
  g1 = gmin*(a - b);
  g2 = gmin*b;
  s1 = i1 + g1;
  s2 = i2 + g2;
  s1 = s2;
end TinyConductance;
