// stage: simulate
// options: --stop 40
// follows: 1000 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// final: slips = 2
// final: slipStart = 15
// final: slipEnd = 15 + 2*(pi - atan(5))
// final: secondSlip = 25 + 2*(pi - atan(5))
// final: x = 0.1*(25 + 4*(pi - atan(5))) - 0.5
// note: Mass 1 pulled by a spring (1 N/m) whose end moves at 0.1; Coulomb force 1, stiction 1.5. It breaks away when
// note: the spring force is 1.5 (t = 15), slips by x(t) = 0.1*tau + 0.5 - 0.5*cos(tau) - 0.1*sin(tau), i.e. until
// note: tan(tau/2) = -5: tau = 2*(pi - atan(5)), and sticks until the force is 1.5 again: 10 later.
model StickSlip
  Formola.Rotational.Sources.ConstantSpeed drive(w_fixed = 0.1);
  Formola.Rotational.Spring spring(c = 1);
  Formola.Rotational.Inertia inertia(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Formola.Rotational.BearingFriction bearing(tau_c = 1, peak = 1.5);
  Real x = inertia.phi;
  Integer slips(start = 0, fixed = true);
  discrete Real slipStart(start = 0, fixed = true), slipEnd(start = 0, fixed = true), secondSlip(start = 0, fixed = true);
  Boolean stuck = bearing.locked;
equation
  connect(drive.flange, spring.flange_a);
  connect(spring.flange_b, inertia.flange_a);
  connect(inertia.flange_b, bearing.flange_a);
  when not stuck then
    slips = pre(slips) + 1;
    slipStart = if slips == 1 then time else pre(slipStart);
    secondSlip = if slips == 2 then time else pre(secondSlip);
  end when;
  when stuck then
    slipEnd = if slips == 1 then time else pre(slipEnd);
  end when;
end StickSlip;
