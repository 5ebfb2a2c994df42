// stage: simulate
// options: --stop 2 --tolerance 1e-8 --method inline:bdf
// configs: --method inline:mixed; --method ida
// analytic: momentum = 0.575*0.175 - 0.732*0.71 - 1.305*0.239 - 1.735*1.634
// tolerance: 1e-4
// note: nonlinear by its backlash; the linear part with the curve parameter of the clutch has a
// note: solution only while the clutch sticks.
model ClutchAndBacklash
  Formola.Rotational.Inertia a(J=0.575, phi(start=0, fixed=true), w(start=0.175, fixed=true));
  Formola.Rotational.Inertia b(J=0.732, phi(start=0, fixed=true), w(start=-0.71, fixed=true));
  Formola.Rotational.Inertia c(J=1.305, phi(start=0, fixed=true), w(start=-0.239, fixed=true));
  Formola.Rotational.Inertia d(J=1.735, phi(start=0, fixed=true), w(start=-1.634, fixed=true));
  Formola.Rotational.Clutch clutch(tau_c=9.791, peak=1.2);
  Formola.Blocks.Sources.Pulse pressed(period=0.489, width=56, amplitude=1.319);
  Formola.Rotational.Backlash backlash(c=227.407, d=1.976, b=0.285);
  Formola.Rotational.SpringDamper spring(c=485.804, d=1.084);
  Real momentum = a.J*a.w + b.J*b.w + c.J*c.w + d.J*d.w;
equation
  connect(pressed.y, clutch.f_normalized);
  connect(a.flange_b, clutch.flange_a);
  connect(clutch.flange_b, b.flange_a);
  connect(a.flange_b, backlash.flange_a);
  connect(backlash.flange_b, c.flange_a);
  connect(a.flange_b, spring.flange_a);
  connect(spring.flange_b, d.flange_a);
end ClutchAndBacklash;
