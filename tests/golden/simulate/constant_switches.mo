// stage: simulate
// options: --stop 1
// configs: --disable-pass=eliminateAliases; --backend interp; --method inline:bdf
// note: a Boolean that is always true is that from the start on; before it, it was its start value
// analytic: y = 2 * time
// final: n = 0
// final: late = 0
// final: regular = 1
model ConstantSwitches
  Boolean regular(start = false, fixed = true);
  Real y;
  Integer n(start = 0, fixed = true);
  Boolean late;
equation
  regular = true;
  y = if regular then 2*time else y^3 - 1;
  when regular then
    n = pre(n) + 1;
  end when;
  late = not regular;
end ConstantSwitches;
