// stage: simulate
// options: --stop 4 --filter ^(x|n|m)$
// final: n = 8
// final: m = 3
// configs: --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method inline:lobatto4; --method inline:trapezoid; --method dopri5; --method cvode; --backend interp
// note: events that lie some 1e-12 apart, and a state that is zero between them: the first step of such a span was refused as too small.
model EchoesCloseTogether
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  parameter Real gap = 2e-12;
equation
  der(x) = if time < 3 then 0 else 1;
  when {time >= 1, time >= 1 + gap, time >= 1 + 2*gap, time >= 1 + 4*gap, time >= 2, time >= 2 + 1e-9, time >= 2 + 2e-9, x > 0.5} then
    n = pre(n) + 1;
  end when;
  when {delay(x, 0.25) > 0.25, delay(x, 0.25 + gap) > 0.25, delay(x, 0.25 - 2*gap) > 0.25} then
    m = pre(m) + 1;
  end when;
end EchoesCloseTogether;
