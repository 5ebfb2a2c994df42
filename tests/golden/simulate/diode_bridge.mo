// stage: simulate
// note: a bridge of four ideal diodes with a capacitor: pairs of diodes switch at the same instant, and the
//       voltages differ by ten digits (Ron = Goff = 1e-5), so that a mode is decided by small differences.
// options: --stop 0.1 --tolerance 1e-8
// assert: 9 < getattr(final, 'c.v') < 10 and state_events >= 16
model DiodeBridge
  model Diode
    Real v, i, s(start=0);
    Boolean off(start=true);
  equation
    off = s < 0;
    v = s*(if off then 1 else 1e-5);
    i = s*(if off then 1e-5 else 1);
  end Diode;
  model Capacitor
    Real v(start=0, fixed=true), i;
  equation
    1e-3*der(v) = i;
  end Capacitor;
  Diode d1, d2, d3, d4;
  Capacitor c;
  Real u "of the source";
  Real a "potential of its positive end";
  Real b "potential of its negative end";
  Real iu;
equation
  u = 10*sin(2*3.14159265358979*50*time);
  u = a - b;
  d1.v = a - c.v;
  d2.v = -a;
  d3.v = b - c.v;
  d4.v = -b;
  iu = d1.i - d2.i;
  iu = d4.i - d3.i;
  c.i + c.v/100 = d1.i + d3.i;
end DiodeBridge;
