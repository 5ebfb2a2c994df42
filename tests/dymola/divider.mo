// divider.dym by hand.
package Divider
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

  model divider
    Source U0;
    Resistor R1(R = 100), R2(R = 20);
    Ground G;
    output Real y;
  equation
    connect(U0.n, G.p);
    connect(U0.p, R1.p);
    connect(R1.n, R2.p);
    connect(R2.n, G.p);
    U0.u = 1 + cos(2*time);
    y = R2.u;
  end divider;
end Divider;
