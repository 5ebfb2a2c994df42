// excerpt.dym by hand.
package Excerpt
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  partial model OnePort
    Pin p, n;
    Real u, i;
  equation
    u = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end OnePort;

  model Resistor
    extends OnePort;
    parameter Real R = 1;
  equation
    u = R*i;
  end Resistor;

  model Capacitor
    extends OnePort;
    parameter Real C = 1;
  equation
    C*der(u) = i;
  end Capacitor;

  model Source
    extends OnePort;
    parameter Real Ri = 1, U = 1, f = 1;
  equation
    u = Ri*i + U*sin(f*time);
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model excerpt
    Resistor R1(R = 1), R3(R = 2), R4(R = 0.5), R5(R = 0.4);
    Capacitor C2(C = 0.3);
    Source v1(Ri = 0.1, U = 2), v3(Ri = 0.2, f = 3);
    Ground G;
  equation
    connect(G.p, v1.n);
    connect(G.p, v3.n);
    connect(G.p, C2.p);
    connect(G.p, R4.n);
    connect(G.p, R5.n);
    connect(v1.p, R1.p);
    connect(v1.p, R4.p);
    connect(v3.p, R3.p);
    connect(v3.p, R5.p);
    connect(R1.n, R3.n);
    connect(R1.n, C2.n);
  end excerpt;
end Excerpt;
