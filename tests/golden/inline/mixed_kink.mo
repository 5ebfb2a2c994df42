// stage: simulate
// options: --stop 2 --method inline:mixed --explicit ^x$
// follows: 30 1e-5 1e-7 1e-9
// note: a kink of der(x) without an event; an explicit formula sees it only at the end of the step over it
// analytic: x = max(0, time - 0.7)^2/2
model MixedKink
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true) "stiff";
equation
  der(x) = noEvent(if time < 0.7 then 0 else time - 0.7);
  der(y) = -1000*(y - x);
end MixedKink;
