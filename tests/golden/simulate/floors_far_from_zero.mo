// stage: simulate
// options: --start 100000 --stop 100003 --intervals 30
// note: far from zero, where the times of events have few digits left; offsets that are much larger than the rest
// analytic: y1 = floor(11.95*time - 0.178)
// analytic: y2 = ceil(7*(time - 100000))
// analytic: y3 = floor(0.37*time)
// analytic: y4 = floor(1e6 - 3.7*time)
// analytic: y5 = 1 if time - 0.75*floor(time/0.75) < 0.25 else 0
// final: n = 30
// tolerance: 1e-9
// configs: --backend interp; --method cvode; --method rk4; --method inline:radau5
model FarFromZero
  Real y1 = floor(11.95*time - 0.178);
  Real y2 = ceil(7*(time - 100000));
  Real y3 = floor(0.37*time);
  Real y4 = floor(1e6 - 3.7*time);
  Real y5 = if mod(time, 0.75) < 0.25 then 1 else 0;
  Integer k = integer(10*time);
  discrete Integer n(start = 0);
equation
  when change(k) then
    n = pre(n) + 1;
  end when;
end FarFromZero;
