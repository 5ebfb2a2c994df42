// stage: flatten
// model: W4.Divider
// note: Row W4 of the worked examples: the voltage divider R1 = 100, R2 = 20.
//
// Counted by hand. Unknowns: v and i of the two pins, u and i of the three two-pins: 3*6 = 18; U0.V: 1;
// the ground's pin: 2; y: 1. In all 22. (u is an input of the circuit and known.)
// Equations: 3*4 = 12 of the two-pins, 1 of the ground, U0.V = u and y = R2.u: 2. Connections: {U0.p, R1.p} 1 + 1;
// {R1.n, R2.p} 1 + 1; {R2.n, U0.n, G.p} 2 + 1; together 7. In all 12 + 1 + 2 + 7 = 22.
package W4
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
    parameter Real R;
  equation
    R*i = u;
  end Resistor;

  model VoltageSource
    extends TwoPin;
    input Real V;
  equation
    u = V;
  end VoltageSource;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Divider
    VoltageSource U0(V = u);
    Resistor R1(R = 100), R2(R = 20);
    Ground G;
    input Real u;
    output Real y;
  equation
    connect(U0.p, R1.p);
    connect(R1.n, R2.p);
    connect(R2.n, U0.n);
    connect(U0.n, G.p);
    y = R2.u;
  end Divider;
end W4;
