// circuit.dym by hand.
package Circuit
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  partial model TwoPin
    Pin p, n;
    Real u, i;
  equation
    u = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    u = R*i;
  end Resistor;

  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
  equation
    C*der(u) = i;
  end Capacitor;

  model Inductor
    extends TwoPin;
    parameter Real L = 1;
  equation
    L*der(i) = u;
  end Inductor;

  model Source
    extends TwoPin;
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model circuit
    Source U0;
    Resistor R1(R = 2), R2(R = 0.5);
    Capacitor C(C = 0.4);
    Inductor L(L = 0.7);
    Ground G;
    output Real y1, y2;
  equation
    connect(U0.n, G.p);
    connect(U0.p, R1.p);
    connect(U0.p, R2.p);
    connect(R1.n, C.p);
    connect(R2.n, L.p);
    connect(C.n, G.p);
    connect(L.n, G.p);
    U0.u = sin(3*time);
    y1 = C.u;
    y2 = L.i;
  end circuit;
end Circuit;
