// stage: simulate
// options: --tolerance 1e-13 --filter ^(coupler[123]|rocker[123]|joint1\.(phi|w|a)|joint[24]\.(phi|w|a)|crankSpeed)$
// tolerance: 1e-9
// configs: --ignore-hints
// analytic: joint4.phi = rocker1
// analytic: joint4.w = rocker2
// analytic: joint4.a = rocker3
// analytic: joint2.phi = coupler1
// analytic: joint2.w = coupler2
// analytic: joint2.a = coupler3
// analytic: joint1.w = crankSpeed
// final: joint1.phi = 8.41036146595677746
// final: joint1.w = 1.18830867642294591
// final: joint4.phi = 2.35016834723361693
// note: Angles in closed form from Freudenstein's equation by the substitution of the half angle, speeds and accelerations by
// note: differentiating the vector loop: A. G. Erdman, G. N. Sandor, Mechanism Design, 1984, chapters 3 and 4. The crank moves by R.
// note: Eksergian's equation (J. Franklin Inst. 209, 1930): J(phi)*w^2 stays constant for the reduced inertia J. The final values come
// note: from the quadrature of dt = sqrt(J(phi)/(2*E))*dphi in 30 digits.
model FourBarFormulas
  extends Formola.Examples.MultiBody.CrankRocker;
  function rockerAngle "Freudenstein's equation solved for the rocker, open branch"
    input Real phi, a, b, c, d;
    output Real psi;
  protected
    Real k3 = (a^2 - b^2 + c^2 + d^2)/(2*a*c);
    Real A = cos(phi) - d/a - d/c*cos(phi) + k3, B = -2*sin(phi), C = d/a - (d/c + 1)*cos(phi) + k3;
  algorithm
    psi := 2*atan((-B - sqrt(B^2 - 4*A*C))/(2*A));
  end rockerAngle;
  function reducedInertia "Kinetic energy at unit speed of the crank, times two"
    input Real phi, a, b, c, d;
    output Real J;
  protected
    Real psi = rockerAngle(phi, a, b, c, d);
    Real theta = atan2(c*sin(psi) - a*sin(phi), d + c*cos(psi) - a*cos(phi)) "Coupler";
    Real k3 = a/b*sin(psi - phi)/sin(theta - psi), k4 = a/c*sin(phi - theta)/sin(psi - theta);
    Real vx = -a*sin(phi) - b/2*sin(theta)*k3, vy = a*cos(phi) + b/2*cos(theta)*k3;
  algorithm
    J := (a/2)^2 + 0.1 + 2*(vx^2 + vy^2) + 0.7*k3^2 + (2.5*(c/2)^2 + 1.3)*k4^2;
  end reducedInertia;
  Real phi = joint1.phi, w = joint1.w, alpha = joint1.a;
  Real rocker1 = rockerAngle(phi, a, b, c, d);
  Real theta = atan2(c*sin(rocker1) - a*sin(phi), d + c*cos(rocker1) - a*cos(phi)) "Absolute angle of the coupler";
  Real coupler1 = theta - phi;
  Real theta_w = a*w/b*sin(rocker1 - phi)/sin(theta - rocker1);
  Real coupler2 = theta_w - w;
  Real rocker2 = a*w/c*sin(phi - theta)/sin(rocker1 - theta);
  // The second derivative of the loop, multiplied by the directions of rocker and coupler
  Real theta_a = (-a*alpha*sin(phi - rocker1) - a*w^2*cos(phi - rocker1) - b*theta_w^2*cos(theta - rocker1) + c*rocker2^2)
    /(b*sin(theta - rocker1));
  Real coupler3 = theta_a - alpha;
  Real rocker3 = (a*alpha*sin(phi - theta) + a*w^2*cos(phi - theta) + b*theta_w^2 - c*rocker2^2*cos(rocker1 - theta))
    /(c*sin(rocker1 - theta));
  Real crankSpeed = 2*sqrt(reducedInertia(1, a, b, c, d)/reducedInertia(phi, a, b, c, d));
end FourBarFormulas;
