// stage: simulate
// options: --stop 2
// model: Pinned
// analytic: h.a = exp(-time)
// analytic: h.b = 2*exp(-time)
// tolerance: 1e-5
// configs: --method inline:radau5; --backend interp; --ignore-hints; --method inline:bdf
// note: A statement residue(x) is no equation and does nothing but to say what is iterated; of an array it is about each element.
model Pinned
  model Pair
    input Real x;
    Real a, b;
    Real z[2];
  equation
    a + 0.1*b^3 = x + 0.8*x^3;
    b + 0.1*a^3 = 2*x + 0.1*x^3;
    z[1] + 0.1*z[2]^3 = x;
    z[2] + 0.5*z[1]^3 = x;
  end Pair;
  Pair h(x = x);
  Real x(start = 1, fixed = true);
equation
  der(x) = -0.5*h.b;
  residue(h.b);
  residue(h.z);
end Pinned;
