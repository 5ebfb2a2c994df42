// stage: simulate
// options: --stop 4
// follows: 100 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: i = 1 - exp(-time) if time < 1 else (1 - exp(-1))*exp(-(time - 1))
// note: A coil is switched off after 1 s; its current goes on through the free-wheeling diode.
model Freewheeling
  Real i(start = 0, fixed = true) "Current of the coil, R = L = 1";
  Real u "Voltage of coil and resistor, and of the diode in the other direction";
  Real iSource, iDiode, s;
  Boolean closed = time < 1, conducts;
equation
  der(i) + i = u;
  i = iSource + iDiode;
  if closed then
    u = 1;
  else
    iSource = 0;
  end if;
  // Ideal diode as a curve with parameter s
  conducts = s > 0;
  u = if conducts then 0 else -s;
  iDiode = if conducts then s else 0;
end Freewheeling;
