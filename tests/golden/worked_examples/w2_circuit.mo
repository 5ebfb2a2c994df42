// stage: flatten
// model: W2.Circuit
// note: Row W2 of the worked examples, in Modelica: the circuit with source U0, R1-C, R2-L and ground.
//
// Counted by hand. Unknowns: v and i of the two pins, u and i of each of the five two-pins: 5*6 = 30; U0.V: 1;
// v and i of the ground's pin: 2; y1, y2: 2. In all 35. (u is an input of the circuit and known.)
// Equations: u, i, the sum of currents and the law of each two-pin: 5*4 = 20; the ground: 1; of the circuit
// U0.V = u, y1, y2: 3. Connections: node {U0.p, R1.p, R2.p} 2 equal potentials, 1 sum of currents;
// {R1.n, C.p} 1 + 1; {R2.n, L.p} 1 + 1; {U0.n, C.n, L.n, G.p} 3 + 1; together 11. In all 20 + 1 + 3 + 11 = 35.
package W2
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

  model Capacitor
    extends TwoPin;
    parameter Real C;
  equation
    C*der(u) = i;
  end Capacitor;

  model Inductor
    extends TwoPin;
    parameter Real L;
  equation
    L*der(i) = u;
  end Inductor;

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

  model Circuit
    VoltageSource U0(V = u);
    Resistor R1(R = 100), R2(R = 20);
    Capacitor C(C = 0.1e-6);
    Inductor L(L = 1.5e-3);
    Ground G;
    input Real u;
    output Real y1, y2;
  equation
    connect(U0.p, R1.p);
    connect(U0.p, R2.p);
    connect(R1.n, C.p);
    connect(R2.n, L.p);
    connect(C.n, U0.n);
    connect(L.n, U0.n);
    connect(U0.n, G.p);
    y1 = C.u;
    y2 = L.i;
  end Circuit;
end W2;
