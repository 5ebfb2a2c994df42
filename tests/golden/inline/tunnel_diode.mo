// stage: simulate
// options: --method inline:bdf --stop 20 --intervals 200 --tolerance 1e-6 --filter ^v$
// final: v = 2
// tolerance: 1e-6
// configs: --method ida; --method inline:radau5; --method inline:sdirk4; --method inline:trapezoid; --backend interp
// note: a tunnel diode behind a resistor, without capacitance, at a voltage that grows slowly: at the peak of the current the solution ends, and the
// note: voltage jumps to the other side of the valley.
model TunnelDiode
  Real v(start = 0), i, u(start = 0, fixed = true);
equation
  i = 4*v^3 - 9*v^2 + 6*v;
  u = 0.5*v + i;
  der(u) = 0.45;
end TunnelDiode;
