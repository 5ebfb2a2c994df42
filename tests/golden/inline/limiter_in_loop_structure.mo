// stage: structure
// options: --method inline:bdf
// assert: [b.iteration_variables for b in inline.blocks if b.kind == "nonlinear"] == [["d"]]
// note: the amplifier's input is iterated, all else is a linear part with a constant matrix
model LimiterInLoopStructure
  parameter Real A = 1.001, L = 1e-3, R = 1e4, V0 = 15000, Vmax = 15, C = 2.5e-5;
  Real v(start = 10, fixed = true), i(start = 0, fixed = true), u, d;
equation
  d = v - u/A;
  u = smooth(0, noEvent(if V0*d > Vmax then Vmax elseif V0*d < -Vmax then -Vmax else V0*d));
  C*der(v) = (u - v)/R - i;
  L*der(i) = v;
end LimiterInLoopStructure;
