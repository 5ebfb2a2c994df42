// stage: simulate
// options: --disable-pass=checkUnits --stop 2 --tolerance 1e-8 --method inline:bdf
// configs: --method inline:sdirk4; --method inline:mixed; --method ida
// analytic: speed = bySprings
// tolerance: 1e-4
// note: w of the first inertia is no state. The model computes it before the derivatives, the
// note: inlined system has no use for it, and the last row stands where a step ends.
model OutputAtStepEnd
  Formola.Rotational.Inertia a(J=0.6, phi(start=0, fixed=true), w(start=1, fixed=true));
  Formola.Rotational.Inertia b(J=1, phi(start=0, fixed=true), w(start=-2, fixed=true));
  Formola.Rotational.Inertia c(J=0.1, phi(start=0, fixed=true), w(start=0.3, fixed=true));
  Formola.Rotational.SpringDamper spring(c=100, d=1);
  Formola.Rotational.Clutch clutch(tau_c=8);
  Formola.Rotational.Brake brake(tau_c=3);
  Formola.Rotational.Sources.Torque torque;
  discrete Real u(start=0, fixed=true);
  Real speed = a.w;
  Real bySprings = b.w - spring.w_rel;
equation
  when sample(0, 0.07) then
    u = 1 - a.w;
  end when;
  torque.tau = u;
  clutch.f_normalized = 1;
  brake.f_normalized = if time < 1 then 1 else 0;
  connect(torque.flange, a.flange_a);
  connect(a.flange_b, spring.flange_a);
  connect(spring.flange_b, b.flange_a);
  connect(b.flange_b, clutch.flange_a);
  connect(clutch.flange_b, c.flange_a);
  connect(brake.flange_a, c.flange_b);
end OutputAtStepEnd;
