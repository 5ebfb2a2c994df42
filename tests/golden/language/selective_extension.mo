// stage: simulate
// model: P.Longer
// note: specification 3.6, 7.4: components and connections of a base are left out, and another component takes the name of one of them. The source of
// note: 2 V sees 1 + 3 Ohm, then 2 + 4 + 3 Ohm; without break both would have been in parallel
// final: r1.i = 2/9
// final: r3.i = 2/9
// final: shorter.r1.i = 0.5
package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p, n;
    parameter Real r = 1;
    Real i = p.i;
  equation
    p.v - n.v = r*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Source
    Pin p, n;
  equation
    p.v - n.v = 2;
    p.i + n.i = 0;
  end Source;
  model Base
    Source v;
    Resistor r1, r2(r = 7);
    Ground g;
  equation
    connect(v.p, r1.p);
    connect(r1.n, r2.p);
    connect(r2.n, v.n);
    connect(g.p, v.n);
  end Base;
  model Shorter
    extends Base(break r2);
    Resistor r3(r = 3);
  equation
    connect(r1.n, r3.p);
    connect(r3.n, v.n);
  end Shorter;
  model Longer
    extends Shorter(break connect(v.n, r3.n), break r1);
    Resistor r1(r = 2);
    Resistor r2(r = 4);
    Shorter shorter;
  equation
    connect(v.p, r1.p);
    connect(r1.n, r2.p);
    connect(r2.n, r3.p);
    connect(r3.n, g.p);
  end Longer;
end P;
