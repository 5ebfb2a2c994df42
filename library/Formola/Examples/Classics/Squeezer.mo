within Formola.Examples.Classics;
model Squeezer "Andrews' squeezing mechanism, index 3"
  extends Icons.Example;
  parameter Real m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.0705, m6 = 0.00706, m7 = 0.05498
    "Masses";
  parameter Real m1 = 0.04325 "Mass of the crank";
  parameter Real I1 = 2.194e-6, I2 = 4.41e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5,
    I6 = 5.667e-7, I7 = 1.912e-5 "Moments of inertia";
  parameter Real xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072
    "Fixed points";
  parameter Real d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092,
    ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308, tb = 0.00916,
    u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421 "Lengths";
  parameter Real c0 = 4530 "Stiffness of the spring";
  parameter Real l0 = 0.07785 "Length of the spring at rest";
  parameter Real mom = 0.033 "Driving torque";
  parameter Real reference[7] = {15.81077119629904, -15.75637105984298, 0.04082224013073101,
    -0.5347301163226948, 0.5244099658805304, 0.5347301163226948, 1.048080741042263}
    "y at time 0.03";
  parameter Real referenceSpeed[7] = {1139.920302151208, -1424.379294994111, 11.03291221937134,
    19.29337464421385, 0.5735699284790808, -19.29337464421385, 0.3231791658026955}
    "der(y) at time 0.03";
  Real beta(start=-0.0617138900142764496, fixed=true, stateSelect=StateSelect.prefer) "Crank";
  Real theta(start=0);
  Real gamma(start=0.455279819163070380);
  Real phi(start=0.222668390165885885);
  Real delta(start=0.487364979543842550);
  Real omega(start=-0.222668390165885885);
  Real eps(start=1.23054744454982119);
  Real v[7](each start=0, each nominal=100) "Speeds";
  Real crankSpeed(start=0, fixed=true, stateSelect=StateSelect.prefer) = v[1];
  Real lambda[6](each nominal=10) "Forces of the constraints";
  Real y[7] = {beta, theta, gamma, phi, delta, omega, eps};
  Real M[7, 7] "Mass matrix";
  Real f[7] "Forces";
  Real G[6, 7] "Jacobian of the constraints";
  Real xd = sd*cos(gamma) + sc*sin(gamma) + xb "End of the spring";
  Real yd = sd*sin(gamma) - sc*cos(gamma) + yb "End of the spring";
  Real l = sqrt((xd - xc)^2 + (yd - yc)^2) "Length of the spring";
  Real F = -c0*(l - l0)/l "Force of the spring divided by its length";
  Real fx = F*(xd - xc);
  Real fy = F*(yd - yc);
protected
  Real M11 = m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(theta) + da^2) + I1 + I2;
  Real M21 = m2*(da^2 - da*rr*cos(theta)) + I2;
  Real M54 = m4*((e - ea)^2 + zt*(e - ea)*sin(phi)) + I4;
  Real M55 = m4*(zt^2 + 2*zt*(e - ea)*sin(phi) + (e - ea)^2) + m5*(ta^2 + tb^2) + I4 + I5;
  Real M76 = m6*((zf - fa)^2 - u*(zf - fa)*sin(omega)) + I6;
  Real M77 = m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(omega) + u^2) + m7*(ua^2 + ub^2) + I6 + I7;
  // The coupler point, which all three loops share, and its change with beta and theta
  Real px = rr*cos(beta) - d*cos(beta + theta);
  Real py = rr*sin(beta) - d*sin(beta + theta);
  Real dx = d*sin(beta + theta);
  Real dy = -d*cos(beta + theta);
equation
  der(y) = v;
  M*der(v) = f - transpose(G)*lambda;
  M = {{M11, M21, 0, 0, 0, 0, 0},
       {M21, m2*da^2 + I2, 0, 0, 0, 0, 0},
       {0, 0, m3*(sa^2 + sb^2) + I3, 0, 0, 0, 0},
       {0, 0, 0, m4*(e - ea)^2 + I4, M54, 0, 0},
       {0, 0, 0, M54, M55, 0, 0},
       {0, 0, 0, 0, 0, m6*(zf - fa)^2 + I6, M76},
       {0, 0, 0, 0, 0, M76, M77}};
  f = {mom - m2*da*rr*v[2]*(v[2] + 2*v[1])*sin(theta),
       m2*da*rr*v[1]^2*sin(theta),
       fx*(sc*cos(gamma) - sd*sin(gamma)) + fy*(sd*cos(gamma) + sc*sin(gamma)),
       m4*zt*(e - ea)*v[5]^2*cos(phi),
       -m4*zt*(e - ea)*v[4]*(v[4] + 2*v[5])*cos(phi),
       -m6*u*(zf - fa)*v[7]^2*cos(omega),
       m6*u*(zf - fa)*v[6]*(v[6] + 2*v[7])*cos(omega)};
  G = {{dx - rr*sin(beta), dx, -ss*cos(gamma), 0, 0, 0, 0},
       {dy + rr*cos(beta), dy, -ss*sin(gamma), 0, 0, 0, 0},
       {dx - rr*sin(beta), dx, 0, -e*cos(phi + delta), -e*cos(phi + delta) + zt*sin(delta), 0, 0},
       {dy + rr*cos(beta), dy, 0, -e*sin(phi + delta), -e*sin(phi + delta) - zt*cos(delta), 0, 0},
       {dx - rr*sin(beta), dx, 0, 0, 0, zf*sin(omega + eps), zf*sin(omega + eps) - u*cos(eps)},
       {dy + rr*cos(beta), dy, 0, 0, 0, -zf*cos(omega + eps), -zf*cos(omega + eps) - u*sin(eps)}};
  // The three loops close
  px = ss*sin(gamma) + xb;
  py = -ss*cos(gamma) + yb;
  px = e*sin(phi + delta) + zt*cos(delta) + xa;
  py = -e*cos(phi + delta) + zt*sin(delta) + ya;
  px = zf*cos(omega + eps) + u*sin(eps) + xa;
  py = zf*sin(omega + eps) - u*cos(eps) + ya;
  annotation (experiment(StopTime=0.03, Tolerance=1e-7),
    Documentation(info="<html><p>G. C. Andrews, M. K. Ormrod, ADVENT: a simulation program for
constrained planar kinematic and dynamic systems, 1986; data by W. Schiehlen (ed.), Multibody Systems
Handbook, Springer, 1990. Seven bodies in three loops; one degree of freedom: two states remain after
index reduction.</p></html>"));
end Squeezer;
