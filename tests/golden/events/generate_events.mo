// stage: simulate
// options: --stop 1 --intervals 20 --tolerance 1e-4
// configs: --backend interp; --method inline:bdf
// note: specification 12.8: GenerateEvents = true implies inlining, so that what the function decides is an event: the kink of y is met exactly
// tolerance: 1e-9
// analytic: i = floor(3*time + 0.5)
// analytic: y = time + (time - 0.45 if time > 0.45 else 0)
model GenerateEvents
  function nearest
    input Real x;
    output Integer i;
  algorithm
    i := integer(x + 0.5);
    annotation(GenerateEvents = true);
  end nearest;
  function step
    input Real x;
    output Real y;
  algorithm
    y := if x > 0.45 then 2 else 1;
    annotation(GenerateEvents = true);
  end step;
  Integer i = nearest(3*time);
  Real y(start = 0, fixed = true);
equation
  der(y) = step(time);
end GenerateEvents;
