// stage: simulate
// options: --tolerance 1e-13 --filter ^(position|velocity|acceleration|rodAngle|rodSpeed|crankAcceleration|crankSpeed|crankshaft\.(phi|w|a)|cylinder\.(s|v|a)|pin\.(phi|w))$
// tolerance: 1e-9
// configs: --ignore-hints
// analytic: cylinder.s = position
// analytic: cylinder.v = velocity
// analytic: cylinder.a = acceleration
// analytic: pin.phi = rodAngle
// analytic: pin.w = rodSpeed
// analytic: crankshaft.w = crankSpeed
// analytic: crankshaft.a = crankAcceleration
// final: crankshaft.phi = 19.2159476832763016
// final: crankshaft.w = 11.6600772689691382
// final: cylinder.s = 1.95607943367886552
// note: Positions, speeds and accelerations in closed form from the triangle of crank and rod, A. G. Erdman, G. N. Sandor,
// note: Mechanism Design, 1984, chapter 4. The motion of a machine with one degree of freedom is that of R. Eksergian's equation,
// note: J. Franklin Inst. 209, 1930: J(phi)*w^2 stays constant for the reduced inertia J, so der(w) = -J'/(2*J)*w^2. The final values
// note: come from the quadrature of dt = sqrt(J(phi)/(2*E))*dphi in 30 digits, separately from any solver of differential equations.
model SliderCrankFormulas
  extends Formola.Examples.MultiBody.SliderCrank;
  function reducedInertia "Kinetic energy at unit speed of the crank, times two"
    input Real phi, r, l;
    output Real J;
  protected
    Real s = sin(phi), c = cos(phi), q = sqrt(l^2 - r^2*s^2);
    Real psi1 = r*c/q "Turning of the rod with the crank";
    Real vx = -r*s - r*s/2*psi1, vy = r*c - q/2*psi1 "Centre of the rod";
    Real xp = -r*s - r^2*s*c/q "Piston";
  algorithm
    J := (r/2)^2 + 0.02 + 2*(vx^2 + vy^2) + 0.375*psi1^2 + 3*xp^2;
  end reducedInertia;
  Real s = sin(crankshaft.phi), c = cos(crankshaft.phi), w = crankshaft.w;
  Real q = sqrt(l^2 - r^2*s^2) "Projection of the rod on the line of the piston";
  Real position = r*c + q;
  Real velocity = -r*s*w*(1 + r*c/q);
  Real acceleration = -r*s*(1 + r*c/q)*crankshaft.a - (r*c + r^2*(c^2 - s^2)/q + r^4*s^2*c^2/q^3)*w^2;
  Real rodAngle = -asin(r*s/l) - crankshaft.phi;
  Real rodSpeed = -r*c*w/q - w;
  Real crankSpeed = 10*sqrt(reducedInertia(0.5, r, l)/reducedInertia(crankshaft.phi, r, l));
  constant Real h = 1e-3 "Differences of order 6 for the derivative of J";
  Real crankAcceleration = -(45*(reducedInertia(crankshaft.phi + h, r, l) - reducedInertia(crankshaft.phi - h, r, l))
    - 9*(reducedInertia(crankshaft.phi + 2*h, r, l) - reducedInertia(crankshaft.phi - 2*h, r, l))
    + reducedInertia(crankshaft.phi + 3*h, r, l) - reducedInertia(crankshaft.phi - 3*h, r, l))/(60*h)
    /(2*reducedInertia(crankshaft.phi, r, l))*w^2;
end SliderCrankFormulas;
