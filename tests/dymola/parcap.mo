// parcap.dym by hand.
package Parcap
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

  model parcap
    Capacitor C1(C = 0.2), C2(C = 0.1);
    Source I0;
    Ground G;
    output Real y;
  equation
    connect(I0.n, C1.p);
    connect(C1.p, C2.p);
    connect(C1.n, G.p);
    connect(C2.n, G.p);
    connect(I0.p, G.p);
    I0.i = cos(3*time);
    y = C1.u;
  end parcap;
end Parcap;
