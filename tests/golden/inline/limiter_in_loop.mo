// stage: simulate
// options: --method inline:bdf --stop 0.01
// analytic: v = 10*exp(0.00184207163256*time)*cos(6283.18530717931*time)
// follows: 1000 1e-5 1e-7
// configs: --method ida; --method inline:sdirk4; --method inline:radau5; --method inline:lobatto4; --backend interp
// note: inside of its limits the amplifier is linear: v'' = 2 s v' - v/(LC) with s = (A/(1 + A/V0) - 1)/(2 R C), plus a term of 3e-7.
// note: an amplifier with gain 15000 and a limiter in the loop of an oscillator. Iterated at der(v), its voltage follows as
// note: u = R*(C*der(v) + i) + v with errors of RC/h = 25000 times those of v, beyond the limits at both ends, where Newton's method
// note: was taken for converged: inline:bdf ended at 9.6 instead of 10 V, inline:sdirk4 at 17 V. It is iterated at the amplifier's input.
model LimiterInLoop
  parameter Real A = 1.001, L = 1e-3, R = 1e4, V0 = 15000, Vmax = 15;
  parameter Real C = 1/((2*3.14159265358979*1000)^2*L);
  Real v(start = 10, fixed = true), i(start = 0, fixed = true), u, d;
equation
  d = v - u/A;
  u = smooth(0, noEvent(if V0*d > Vmax then Vmax elseif V0*d < -Vmax then -Vmax else V0*d));
  C*der(v) = (u - v)/R - i;
  L*der(i) = v;
end LimiterInLoop;
