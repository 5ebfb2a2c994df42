// stage: simulate
// options: --method inline:bdf --stop 0.01
// final: v = 10.000181819688839
// follows: 1000 1e-5 1e-7
// configs: --method ida; --method inline:sdirk4; --method inline:radau5; --method inline:lobatto4
// origin: ida with tolerance 1e-10
// note: as limiter_in_loop.mo with a smooth characteristic; inline:sdirk4 ended at 11.5 V
model TanhInLoop
  parameter Real A = 1.001, L = 1e-3, R = 1e4, V0 = 15000, Vmax = 15;
  parameter Real C = 1/((2*3.14159265358979*1000)^2*L);
  Real v(start = 10, fixed = true), i(start = 0, fixed = true), u, d;
equation
  d = v - u/A;
  u = Vmax*tanh(V0*d/Vmax);
  C*der(v) = (u - v)/R - i;
  L*der(i) = v;
end TanhInLoop;
