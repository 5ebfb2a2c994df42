// stage: simulate
// options: --stop 1
// analytic: w = cos(time)
// analytic: a = 5
// analytic: M = 10
// note: position() says by its annotations that the derivatives of its result are the other elements of its argument. It is
// note: inlined after they were used, not before (specification 12.8). That 5 is not the derivative of cos(time) shows it.
// configs: --method inline:bdf
model InlineAfterIndexReduction
  function position
    input Real u[3];
    input Real t "so that there is something to differentiate by";
    output Real q;
  algorithm
    q := u[1];
    annotation(derivative(noDerivative = u) = speed, InlineAfterIndexReduction = true);
  end position;
  function speed
    input Real u[3];
    input Real t;
    input Real dt;
    output Real qd;
  algorithm
    qd := u[2];
    annotation(derivative(noDerivative = u, order = 2) = acceleration, InlineAfterIndexReduction = true);
  end speed;
  function acceleration
    input Real u[3];
    input Real t;
    input Real dt;
    input Real d2t;
    output Real qdd;
  algorithm
    qdd := u[3];
    annotation(InlineAfterIndexReduction = true);
  end acceleration;
  parameter Real J = 2;
  Real u[3], phi, w, a, M;
equation
  u = {sin(time), cos(time), 5};
  phi = position(u, time);
  w = der(phi);
  a = der(w);
  J*a = M;
end InlineAfterIndexReduction;
