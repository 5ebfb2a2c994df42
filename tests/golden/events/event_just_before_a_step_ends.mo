// stage: simulate
// options: --stop 1 --method inline:radau5 --step 0.01 --intervals 4
// configs: --method inline:lobatto4; --method inline:sdirk4; --method inline:bi3; --method rk4
// analytic: x = 1 - time
// final: first = 0.4999997
// final: second = 0.506
// final: third = 0.7
// tolerance: 1e-10
model EventJustBeforeAStepEnds
  "The first event leaves a step of 3e-7 s. A polynomial through its two ends and the end of the next one magnified their rounding errors, and the second event was met by another x"
  Real x(start = 1, fixed = true);
  discrete Real first(start = 0, fixed = true), second(start = 0, fixed = true), third(start = 0, fixed = true);
equation
  der(x) = -1;
  when x < 0.5000003 then
    first = time;
  end when;
  when x < 0.494 then
    second = time;
  end when;
  when x < 0.3 then
    third = time;
  end when;
end EventJustBeforeAStepEnds;
