// stage: flatten
// model: W5.ParallelCapacitors
// note: Row W5 of the worked examples: a current source feeds two capacitors in parallel (index 2).
//
// Counted by hand. Unknowns: v and i of the two pins, u and i of the three two-pins: 3*6 = 18; I0.I: 1;
// the ground's pin: 2. In all 21. (i is an input of the circuit and known.)
// Equations: 3*4 = 12 of the two-pins, 1 of the ground, I0.I = i: 1. Connections: {I0.p, C1.p, C2.p} 2 + 1;
// {I0.n, C1.n, C2.n, G.p} 3 + 1; together 7. In all 12 + 1 + 1 + 7 = 21.
package W5
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

  model Capacitor
    extends TwoPin;
    parameter Real C;
  equation
    C*der(u) = i;
  end Capacitor;

  model CurrentSource
    extends TwoPin;
    input Real I;
  equation
    i = -I;
  end CurrentSource;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model ParallelCapacitors
    CurrentSource I0(I = i);
    Capacitor C1(C = 0.2e-6), C2(C = 0.1e-6);
    Ground G;
    input Real i;
  equation
    connect(I0.p, C1.p);
    connect(C1.p, C2.p);
    connect(I0.n, C1.n);
    connect(C1.n, C2.n);
    connect(C2.n, G.p);
  end ParallelCapacitors;
end W5;
