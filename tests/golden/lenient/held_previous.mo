// stage: simulate
// options: --stop 1.2
// model: Uses
// expect-warning: HeldPrevious
// message: before the first tick it is the start value
// analytic: z = 6 + floor(2 * time)
// analytic: y = 5 + floor(2 * time)
// analytic: late = 3 if time < 1 else 7
// configs: --backend interp
model Uses
  Real x(start = 5);
  Real y = hold(previous(x));
  Real z = hold(x);
  Real late = hold(previous(shifted));
  Real shifted(start = 3) = shiftSample(x, 1);
equation
  when Clock(1, 2) then
    x = previous(x) + 1;
  end when;
end Uses;
