// stage: simulate
// options: --stop 1 --tolerance 1e-9
// tolerance: 1e-6
// configs: --method cvode; --method inline:bdf; --backend interp
// final: x = 5.1870172
// final: y = -1.7692924
// final: w = 0.5493061
// final: v = 0.8612180
// final: p = 5
// final: q = 4
// note: From these start values Newton's method with damping ends at minima of the residuals; the curve
// note: F(u) = (1 - lambda) F(start) leads on (Freudenstein and Roth's system for p and q).
model FarStartValues
  Real x(start = 0);
  Real y(start = 0);
  Real w(start = 25);
  Real v(start = 10);
  Real p(start = 0.5);
  Real q(start = -2);
  Real s(start = 1, fixed = true);
  discrete Real a(start = 3, fixed = true);
equation
  0 = a - x + sin(2*x);
  y^3 - 2*y + 2 = 0;
  tanh(w) = 0.5;
  1e-14*(exp(v/0.025) - 1) = 10 - v;
  -13 + p + ((5 - q)*q - 2)*q = 0;
  -29 + p + ((q + 1)*q - 14)*q = 0;
  der(s) = -s*x;
  when time > 0.5 then
    a = 6;
  end when;
end FarStartValues;
