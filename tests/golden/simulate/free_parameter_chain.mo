// stage: simulate
// note: q is bound to p, which the initial equation determines (fixed = false): q is computed there, too. The state h has no
//       start value, t does, by a parameter: it is used instead of h = 0.
// options: --stop 1 --tolerance 1e-8
// analytic: x = 3*time
// final: c.h = 10
// configs: --backend interp
model FreeParameterChain
  model Tank
    parameter Real t0 = 5;
    Real h;
    Real t(start=t0);
  equation
    der(h) = 0;
    h = 2*t;
  end Tank;
  Tank c;
  final parameter Real p(fixed=false);
  final parameter Real q = p + 1;
  Real x(start=0, fixed=true);
initial equation
  p = 2;
equation
  der(x) = q;
end FreeParameterChain;
