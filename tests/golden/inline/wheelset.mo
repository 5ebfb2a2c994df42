// stage: simulate
// options: --tolerance 1e-8
// configs: --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method inline:radau3; --method inline:lobatto4; --method inline:mixed; --method inline:bdf --backend interp; --method inline:radau5 --disable-pass=tearBlocks
// note: index 3 with two multipliers and contact points: the forces of creep depend on the normal forces, so that accelerations and
//   multipliers are a linear part inside of an iteration. At rest both wheels touch 0.03125 inside of the nominal radius, where
//   0.05 - 0.8 p = -4 p - 0.05 for the tangents; z = h + r there.
// analytic: E = E0 + W
// final: z = 0.5 + 0.05*0.03125 + 0.4*0.03125^2 - 2*0.03125^2 + 0.05*0.03125
// tolerance: 1e-5
model Wheelset "Two wheels of one axle roll on two rails; multipliers are the normal forces"
  parameter Real m = 1000, J = 400, g = 9.81, a = 0.75 "half the gauge", r0 = 0.5;
  parameter Real k = 2e5, mu = 0.3, v0 = 0.5, N0 = 5000;
  constant Integer n = 2;
  constant Real side[n] = {-1, 1};
  Real y(start = 0.01, fixed = true), z(start = 0.5), phi(start = 0);
  Real vy(start = 0.1, fixed = true), vz, w;
  Real s[n](start = side*a) "where the wheel touches, along the axle";
  Real u[n](start = side*a) "and on the rail";
  Real N[n](each start = 5000) "multipliers";
  Real r[n], slope[n], h[n], rail[n];
  Real slip[n], T[n] "creep of the wheel on the rail and its force, which depends on the normal force";
  Real E, W(start = 0, fixed = true), E0;
equation
  der(y) = vy;
  der(z) = vz;
  der(phi) = w;
  for i in 1:n loop
    r[i] = r0 - 0.05*(side[i]*s[i] - a) + 0.4*(side[i]*s[i] - a)^2 "profile of the wheel";
    slope[i] = side[i]*(-0.05 + 0.8*(side[i]*s[i] - a));
    h[i] = -2.0*(side[i]*u[i] - a)^2 - 0.05*(side[i]*u[i] - a);
    rail[i] = side[i]*(-4.0*(side[i]*u[i] - a) - 0.05);
    // the points coincide
    y + s[i]*cos(phi) + r[i]*sin(phi) = u[i];
    z + s[i]*sin(phi) - r[i]*cos(phi) = h[i];
  end for;
  // tangents are parallel
  for i in 1:n loop
    (sin(phi) - slope[i]*cos(phi)) = rail[i]*(cos(phi) + slope[i]*sin(phi));
  end for;
  for i in 1:n loop
    slip[i] = (vy - w*(h[i] - z)) + rail[i]*(vz + w*(u[i] - y));
    T[i] = -mu*N[i]*tanh(slip[i]/(v0*(N[i]/N0)^(1/3)));
  end for;
  m*der(vy) = -k*y + sum(T[i] - N[i]*rail[i] for i in 1:n);
  m*der(vz) = -m*g + sum(N[i] + T[i]*rail[i] for i in 1:n);
  J*der(w) = sum((N[i] + T[i]*rail[i])*(u[i] - y) - (T[i] - N[i]*rail[i])*(h[i] - z) for i in 1:n);
  der(W) = sum(T[i]*slip[i] for i in 1:n);
  E = 0.5*(m*(vy^2 + vz^2) + J*w^2) + m*g*z + 0.5*k*y^2;
initial equation
  E0 = E;
equation
  der(E0) = 0;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Wheelset;
