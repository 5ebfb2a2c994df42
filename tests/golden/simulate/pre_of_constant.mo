// stage: simulate
// options: --stop 1
// model: Uses
// note: an initial equation about pre() of an input that a component connects with a constant, met and not met
// analytic: off.y = 0
// analytic: on.y = time
model Delay
  input Boolean u;
  Real y = if u then time else 0;
initial equation
  pre(u) = false;
end Delay;
model Uses
  parameter Boolean yes = true, no = false;
  Delay off(u = no), on(u = yes);
end Uses;
