// stage: structure
// model: TurnedComponents.Drive
// note: W41 with component classes: the relax() in Gear is refused where the gear is turned round, which is told with the component;
//   the automatic order solves the block.
// expect-note: RelaxRefused
// message: relax\(\) cannot be followed in this system of \d+ equations: without the relaxed variables nothing determines
// assert: len(states) == 2 and sum(b.numeric for b in blocks) == 0
package TurnedComponents
  connector Flange
    Real w;
    flow Real t;
  end Flange;
  model Shaft
    parameter Real J = 1;
    Flange l, r;
  equation
    l.w = r.w;
    J*relax(der(l.w)) = l.t + r.t;
  end Shaft;
  model ShaftS
    parameter Real J = 1;
    Flange l, r;
  equation
    l.w = r.w;
    J*der(l.w) = l.t + r.t;
  end ShaftS;
  model Gear
    parameter Real i = 3;
    Flange l, r;
  equation
    der(l.w) = i*relax(der(r.w));
    i*l.t = -r.t;
  end Gear;
  model Torque
    Flange r;
  equation
    r.t = -sin(time);
  end Torque;
  model Drive
    Torque motor;
    Shaft shaft1(J = 0.5, l(w(start = 0, fixed = true)));
    Gear gear;
    ShaftS shaft2(J = 2, l(w(start = 0, fixed = true)));
  equation
    connect(motor.r, shaft1.l);
    connect(shaft1.r, gear.r);
    connect(gear.l, shaft2.l);
  end Drive;
end TurnedComponents;
