// stage: simulate
// options: --stop 3.7 --intervals 45
// note: events of integer functions of time are counted, not found by comparing slope*time + offset, whose rounding may be on
// note: the wrong side of the boundary: none is lost, and after each the value is that behind it.
// analytic: y1 = floor(11.95*time - 0.178)
// analytic: y2 = ceil(time)
// analytic: y3 = floor(-3.31*time + 0.4)
// analytic: y4 = ceil(2.9 - 7.7*time)
// analytic: y5 = floor(10*time)
// analytic: y6 = trunc((4.2*time - 6.1)/1.3)
// analytic: y7 = 1 if time - 0.886*floor(time/0.886) < 0.69 else 0
// analytic: y8 = time - 0.3*floor(time/0.3)
// analytic: y9 = fmod(5 - 3.3*time, 0.7)
// analytic: y10 = (-2.1*time) - (-0.9)*floor(-2.1*time/(-0.9))
// analytic: y11 = floor(3*(time - 0.8*floor(time/0.8)) + 1.7*time)
// analytic: y12 = floor(2.3*time + 0.6*floor(5.1*time) - 1)
// analytic: y13 = floor(7.13*time + 0.25)
// analytic: y14 = ceil((time - 0.4)/0.27)
// analytic: y15 = floor(5*time) if floor(2.5*time) > 2 else -floor(3*time)
// analytic: y16 = floor(1.9)
// analytic: y17 = floor(6.1*time) + ceil(6.1*time + 0.5)
// tolerance: 1e-4
// configs: --backend interp; --method cvode; --method rk4 --step 0.1; --method dopri5; --method euler --step 0.1; --method inline:bdf; --method inline:radau5 --backend interp; --method inline:trapezoid --step 0.05
model FloorsOfTime
  parameter Real a = 7.13, b = 0.25, startTime = 0.4, period = 0.27, none = 0;
  Real x(start = 0, fixed = true);
  Real y1 = floor(11.95*time - 0.178);
  Real y2 = ceil(time);
  Integer y3 = integer(-3.31*time + 0.4);
  Real y4 = ceil(2.9 - 7.7*time);
  Integer y5 = integer(10*time);
  Real y6 = div(4.2*time - 6.1, 1.3);
  Real y7 = if mod(time, 0.886) < 0.69 then 1 else 0;
  Real y8 = mod(time, 0.3);
  Real y9 = rem(5 - 3.3*time, 0.7);
  Real y10 = mod(-2.1*time, -0.9);
  Real y11 = floor(3*mod(time, 0.8) + 1.7*time);
  Real y12 = floor(2.3*time + 0.6*floor(5.1*time) - 1);
  Real y13 = floor(a*time + b);
  Real y14 = ceil((time - startTime)/period);
  Real y15 = if floor(2.5*time) > 2 then floor(5*time) else -floor(3*time);
  Real y16 = floor(none*time + 1.9);
  Real y17 = floor(6.1*time) + ceil(6.1*time + 0.5);
equation
  der(x) = 1;
end FloorsOfTime;
