// turned_drive_train.dym by hand.
package Drive
  connector Flange
    Real w;
    Real a;
    flow Real t;
    annotation(__Formola_cut = true);
  end Flange;

  model Shaft
    Flange l, r;
    parameter Real J;
  equation
    l.w = r.w;
    l.a = r.a;
    J*l.a = l.t + r.t;
  end Shaft;

  model ShaftS
    extends Shaft;
    Real w;
  equation
    w = l.w;
    der(w) = l.a;
  end ShaftS;

  model Gear
    Flange l, r;
    parameter Real i = 1;
  equation
    l.w = i*r.w;
    l.a = i*r.a;
    i*l.t + r.t = 0;
  end Gear;

  model Motor
    Flange f;
  equation
    f.t = -sin(2*time);
  end Motor;

  model drive
    Motor motor;
    Shaft shaft1(J = 0.5);
    Gear gear(i = 3);
    ShaftS shaft2(J = 2);
  equation
    connect(motor.f, shaft1.l);
    connect(shaft1.r, gear.r);
    connect(gear.l, shaft2.l);
  end drive;
end Drive;
