within Formola.Examples;
package Papers "Models of the papers on tearing, relaxing and inline integration"
  extends Icons.Package;

  model RelaxedDriveTrain "Shaft, gear, shaft with the order of elimination marked by relax"
    extends Icons.Example;
    parameter Units.Inertia J1 = 0.5 "Inertia of the first shaft";
    parameter Units.Inertia J2 = 2 "Inertia of the second shaft";
    parameter Real i = 4 "Ratio of the gear";
    parameter Units.Torque tin = 1 "Driving torque";
    Units.AngularVelocity w1 "Speed of the first shaft";
    Units.AngularVelocity w2(start=0, fixed=true) "Speed of the second shaft";
    Units.AngularAcceleration a1 "Acceleration of the first shaft";
    Units.AngularAcceleration a2 "Acceleration of the second shaft";
    Units.Torque t1 "Torque between first shaft and gear";
    Units.Torque t2 "Torque between gear and second shaft";
    Real exact = 0.4*time "w2";
  equation
    // First shaft
    J1*relax(a1) = tin - t1;
    // Gear
    w1 = i*w2;
    a1 = i*relax(a2);
    i*t1 = t2;
    // Second shaft, its speed is the state
    der(w2) = a2;
    J2*a2 = t2;
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Symbolic elimination in the marked order gives <code>(J2 +
i^2*J1)*der(w2) = i*tin</code>. From M. Otter, H. Elmqvist,
F. E. Cellier, Relaxing: a symbolic sparse matrix method exploiting the model structure in
generating
efficient simulation code (CESA 1996).</p></html>"));
  end RelaxedDriveTrain;

  model TurnedDriveTrain "The same with the gear turned round: the marked order does not fit"
    extends Icons.Example;
    parameter Units.Inertia J1 = 0.5 "Inertia of the first shaft";
    parameter Units.Inertia J2 = 2 "Inertia of the second shaft";
    parameter Real i = 0.25 "Ratio of the gear";
    parameter Units.Torque tin = 1 "Driving torque";
    Units.AngularVelocity w1 "Speed of the first shaft";
    Units.AngularVelocity w2(start=0, fixed=true) "Speed of the second shaft";
    Units.AngularAcceleration a1 "Acceleration of the first shaft";
    Units.AngularAcceleration a2 "Acceleration of the second shaft";
    Units.Torque t1 "Torque between first shaft and gear";
    Units.Torque t2 "Torque between gear and second shaft";
    Real exact = 0.4*time "w2";
  equation
    J1*relax(a1) = tin - t1;
    w2 = i*w1;
    a2 = i*relax(a1);
    i*t2 = t1;
    der(w2) = a2;
    J2*a2 = t2;
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>The solution of <code>RelaxedDriveTrain</code>, but elimination
in the order marked by hand is not possible; an
automatic order or tearing is needed.</p></html>"));
  end TurnedDriveTrain;

  model PinnedBody "Planar rigid body held by a revolute joint"
    extends Icons.Example;
    parameter Units.Mass m = 2 "Mass";
    parameter Units.Inertia J = 0.1 "Moment of inertia about the centre of mass";
    parameter Units.Length d = 0.5 "Distance of the joint from the centre of mass";
    parameter Units.Acceleration g = 9.81 "Gravity";
    Units.Position x "Centre of mass";
    Units.Position y "Centre of mass";
    Units.Angle phi(start=0, fixed=true, stateSelect=StateSelect.prefer) "Angle";
    Units.Velocity vx "Speed";
    Units.Velocity vy "Speed";
    Units.AngularVelocity w(start=0, fixed=true, stateSelect=StateSelect.prefer) "Angular velocity";
    Units.Force fx "Force in the joint";
    Units.Force fy "Force in the joint";
    Real exact = -m*g*d*cos(phi)/(J + m*d*d) "der(w)";
  equation
    // Free body: three degrees of freedom
    vx = der(x);
    vy = der(y);
    w = der(phi);
    m*der(vx) = fx;
    m*der(vy) = fy - m*g;
    J*der(w) = d*sin(phi)*fx - d*cos(phi)*fy;
    // The joint at the origin
    x = d*cos(phi);
    y = d*sin(phi);
    annotation (experiment(StopTime=5, Tolerance=1e-8),
      Documentation(info="<html><p>Index reduction leaves two of the six states, and the solution of
the linear block has the
denominator <code>J + m*d*d</code>.</p></html>"));
  end PinnedBody;

  model NodalCircuit "Resistors and a capacitor between three nodes"
    extends Icons.Example;
    Formola.Electrical.Sources.ConstantVoltage source(V=1);
    Formola.Electrical.Resistor R1(R=1);
    Formola.Electrical.Capacitor C(C=1, v(start=0, fixed=true));
    Formola.Electrical.Resistor R3(R=2);
    Formola.Electrical.Resistor R4(R=2);
    Formola.Electrical.Ground ground;
  equation
    connect(source.n, ground.p);
    connect(source.p, R1.p);
    connect(R1.n, C.p);
    connect(R1.n, R3.p);
    connect(R3.n, R4.p);
    connect(C.n, ground.p);
    connect(R4.n, ground.p);
    annotation (experiment(StopTime=5, Tolerance=1e-6),
      Documentation(info="<html><p>With the potentials relaxed in the component classes the block
reduces to nodal equations. Solution:
<code>C.v = 0.8*(1 - exp(-1.25*t))</code>.</p></html>"));
  end NodalCircuit;

  model TwoFilters "Two first-order filters in series"
    extends Icons.Example;
    Formola.Blocks.Sources.Step step;
    Formola.Blocks.Continuous.FirstOrder filter1(T=1);
    Formola.Blocks.Continuous.FirstOrder filter2(T=2);
    Real exact = 1 + exp(-time) - 2*exp(-time/2) "filter2.y";
  equation
    connect(step.y, filter1.u);
    connect(filter1.y, filter2.u);
    annotation (experiment(StopTime=10, Tolerance=1e-6),
      Documentation(info="<html><p>Inlined, it needs no iteration variable. Solution: <code>1 +
exp(-t) - 2*exp(-t/2)</code>.</p></html>"));
  end TwoFilters;

  annotation (Documentation(info="<html><p>Small models from the papers that Formola builds
on.</p></html>"));
end Papers;
