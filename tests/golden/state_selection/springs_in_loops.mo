// stage: simulate
// configs: --method ida; --method inline:bdf; --method inline:radau5
// options: --stop 1 --tolerance 1e-8
// note: the angles of springs side by side are the same, those along a closed loop add up to zero: only some of them can be states, though
//   each prefers to be one, and the structure alone does not show which
// analytic: momentum = 10*(1 - cos(3*time))/3
// analytic: difference = 1
// analytic: around = 1
// final: a.phi_rel = -0.0025645028
// tolerance: 1e-5
model SpringsInLoops
  Formola.Rotational.Inertia j[4](each J = 0.1, each phi(start = 0, fixed = true), each w(start = 0, fixed = true));
  Formola.Rotational.SpringDamper a(c = 100, d = 1), b(c = 200, d = 2), s[3](each c = 100, each d = 1);
  Formola.Rotational.Sources.Torque drive(tau = 10*sin(3*time));
  Real momentum = 0.1*sum(j.w), difference = 1 + a.phi_rel - b.phi_rel, around = 1 + a.phi_rel + sum(s.phi_rel);
equation
  connect(drive.flange, j[1].flange_a);
  connect(j[1].flange_b, a.flange_a);
  connect(a.flange_b, j[2].flange_a);
  connect(j[1].flange_b, b.flange_a);
  connect(b.flange_b, j[2].flange_a);
  for i in 1:3 loop
    connect(j[i + 1].flange_b, s[i].flange_a);
    connect(s[i].flange_b, j[mod(i + 1, 4) + 1].flange_a);
  end for;
end SpringsInLoops;
