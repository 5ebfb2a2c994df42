// stage: simulate
// options: --stop 3 --intervals 7
// note: without states no error limits the step; events are found however few rows are asked for
// configs: --backend interp; --method inline:bdf
// final: n = 19
// final: m = 10
model PeaksWithoutStates
  Real u = sin(20*time);
  Integer n(start = 0, fixed = true) "sin(20 t) = 0.99 and -0.99 from within: t = (asin(0.99) + k pi)/20";
  Integer m(start = 0, fixed = true);
equation
  when {u > 0.99, u < -0.99} then
    n = pre(n) + 1;
  end when;
  when u*u*u > 0.5 then
    m = pre(m) + 1;
  end when;
end PeaksWithoutStates;
