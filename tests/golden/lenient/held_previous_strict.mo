// stage: check
// options: --strict
// model: Uses
// note: what held_previous.mo has as a warning
// expect-error: HeldPrevious
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
