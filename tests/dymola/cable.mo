// cable.dym by hand.
package Cable
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  connector Plug
    Pin wire1, wire2;
  end Plug;

  partial model TwoPin
    Pin A, B;
    Real i = A.i;
  equation
    A.i + B.i = 0;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    A.v - B.v = R*i;
  end Resistor;

  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
    Real u = A.v - B.v;
  equation
    C*der(u) = i;
  end Capacitor;

  model Source
    extends TwoPin;
    parameter Real U = 2;
  equation
    A.v - B.v = U*sin(time)^2;
  end Source;

  model Ground
    Pin A;
  equation
    A.v = 0;
  end Ground;

  model Wires
    Plug C, D;
    Resistor r1(R = 0.2), r2(R = 0.3);
  equation
    connect(C.wire1, r1.A);
    connect(r1.B, D.wire1);
    connect(C.wire2, r2.B);
    connect(r2.A, D.wire2);
  end Wires;

  model Load
    Plug C;
    Resistor r(R = 2);
    Capacitor c(C = 0.5);
  equation
    connect(C.wire1, r.A);
    connect(C.wire1, c.A);
    connect(C.wire2, r.B);
    connect(C.wire2, c.B);
  end Load;

  model whole
    Source s(U = 10);
    Ground ground;
    Wires k;
    Load l;
  equation
    connect(ground.A, s.B);
    connect(s.A, k.C.wire1);
    connect(ground.A, k.C.wire2);
    connect(k.D, l.C);
  end whole;
end Cable;
