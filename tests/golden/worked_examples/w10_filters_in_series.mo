// stage: structure
// options: --method inline:bdf
// assert: inline.iteration_variables == 0 and inline.equations == 4 and inline.stages == 1
// assert: all(b.torn <= 1 for b in inline.blocks) and not inline.step_in_denominator
// note: W10, two first-order filters in series: with the formula inlined nothing is iterated.
model W10
  parameter Real T1 = 0.1, T2 = 0.3;
  Real x1(start = 0, fixed = true), x2(start = 0, fixed = true);
equation
  T1*der(x1) + x1 = sin(time);
  T2*der(x2) + x2 = x1;
end W10;
