// stage: flatten
// model: M
// note: Operators with special meaning: delay with a bound, initial, terminal, sample.
model M
  Real x = sin(time);
  parameter Real T = 0.1;
  Real d = delay(x, T, 2*T);
  Boolean i = initial();
  Boolean t = terminal();
  Integer n(start = 0, fixed = true);
equation
  when {sample(0, T), terminal()} then
    n = pre(n) + 1;
  end when;
end M;
