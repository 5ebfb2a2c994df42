// stage: simulate
// model: BridgeOfSwitches
// note: a bridge of switches and diodes whose conductances are 1e5 and 1e-5. What flows through it from the source is the
// note: same in both positions, 1.004: the load and the four elements that do not conduct. Formulas in an order that is
// note: good for one position lose that in the other.
// options: --stop 1 --intervals 10
// analytic: i = 1.003999799
// analytic: load = -0.9999998 if time < 0.5 else 0.9999998
// tolerance: 1e-8
// configs: --disable-pass=relaxBlocks; --backend interp; --disable-pass=tearBlocks
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPin
  Pin p, n;
  Real v = p.v - n.v;
  Real i = p.i;
equation
  p.i + n.i = 0;
end TwoPin;
model Element
  extends TwoPin;
  Real s;
  Boolean off;
equation
  v = s*(if off then 1 else 1e-5);
  i = s*(if off then 1e-5 else 1);
end Element;
model Leg
  Pin p, n, out;
  Boolean fire;
  Element upper, lower, upperDiode, lowerDiode;
equation
  upper.off = upper.s < 0 or not fire;
  lower.off = lower.s < 0 or fire;
  upperDiode.off = upperDiode.s < 0;
  lowerDiode.off = lowerDiode.s < 0;
  connect(p, upper.p);
  connect(upper.n, out);
  connect(out, lower.p);
  connect(lower.n, n);
  connect(out, upperDiode.p);
  connect(upperDiode.n, p);
  connect(n, lowerDiode.p);
  connect(lowerDiode.n, out);
end Leg;
model Source
  extends TwoPin;
equation
  v = 100;
end Source;
model Resistor
  extends TwoPin;
equation
  v = 100*i;
end Resistor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model BridgeOfSwitches
  Source source;
  Leg left(fire = time < 0.5), right(fire = not left.fire);
  Resistor resistor;
  Ground ground;
  Real i = -source.i;
  Real load = -resistor.i;
equation
  connect(source.p, left.p);
  connect(source.p, right.p);
  connect(source.n, ground.p);
  connect(left.n, ground.p);
  connect(right.n, ground.p);
  connect(left.out, resistor.p);
  connect(right.out, resistor.n);
end BridgeOfSwitches;
