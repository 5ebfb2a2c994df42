// stage: simulate
// options: --stop 2 --method inline:radau5
// note: Bounces that are shorter than the first step after one: Radau IIA saw 19 events, and the ball fell through the
//       floor already at 1.3528, by 1e-3 s too early. (In the end it falls in any case, with a warning.)
// assert: state_events > 30
// analytic: above = 1 if time < 1.3545 else above
model ShortBounces
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Real above = 1 + min(h, 0)*1e6;
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.5*pre(v));
  end when;
end ShortBounces;
