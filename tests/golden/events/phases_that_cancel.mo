// stage: simulate
// options: --stop 1 --intervals 10 --filter ^(x|y|z|big|found)$
// final: found = 0.234375
// final: x = 1
// tolerance: 1e-6
// configs: --method inline:radau5; --method ida; --method dopri5; --backend interp
// note: three phases add up to nothing but rounding, which turns at every step that is looked at: with a relation behind a system of equations each step was divided into millions of parts. Closed form: z^3 + 3 z + 1 = x = time, big from z = -1/4 on
model PhasesThatCancel
  constant Real pi = 3.14159265358979323846;
  constant Real w = 100*pi;
  Real sum = 325*(sin(w*time) + sin(w*time - 2*pi/3) + sin(w*time + 2*pi/3));
  Real x(start = 0, fixed = true), y, z;
  Boolean big;
  discrete Real found(start = 0, fixed = true);
equation
  der(x) = 1;
  y + z^3 + z = sum + x;
  y - 2*z = 1;
  big = y > 0.5;
  when big then
    found = time;
  end when;
end PhasesThatCancel;
