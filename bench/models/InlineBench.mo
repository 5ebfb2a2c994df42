package InlineBench "Models of growing size for bench/inline: each takes its size n"
  model Loops "n control loops in a chain: filters, PI, actuator and sensor are linear, the plants are not"
    parameter Integer n = 10 annotation(Evaluate = true);
    parameter Real k = 4 "Gain of the controllers";
    parameter Real Ti = 0.5 "Time constant of the integrators in s";
    parameter Real Tf = 0.02 "Filters in s";
    parameter Real wa = 60 "Actuators, rad/s";
    Real filter[n, 2](each start = 0, each fixed = true) "Set point, filtered twice";
    Real integral[n](each start = 0, each fixed = true);
    Real actuator[n](each start = 0, each fixed = true);
    Real rate[n](each start = 0, each fixed = true);
    Real sensor[n, 2](each start = 0, each fixed = true);
    Real level[n](each start = 0, each fixed = true) "Pendulum angle";
    Real speed[n](each start = 0, each fixed = true);
    Real set[n];
    Real u[n];
  equation
    for i in 1:n loop
      set[i] = if i == 1 then 0.6*sin(2*time) else level[i - 1];
      Tf*der(filter[i, 1]) = set[i] - filter[i, 1];
      Tf*der(filter[i, 2]) = filter[i, 1] - filter[i, 2];
      Ti*der(integral[i]) = filter[i, 2] - sensor[i, 2];
      u[i] = k*(filter[i, 2] - sensor[i, 2] + integral[i]);
      der(actuator[i]) = rate[i];
      der(rate[i]) = wa^2*(u[i] - actuator[i]) - 1.4*wa*rate[i];
      der(level[i]) = speed[i];
      der(speed[i]) = -sin(level[i]) - 2*speed[i] - 0.2*speed[i]*abs(speed[i]) + actuator[i];
      Tf*der(sensor[i, 1]) = level[i] - sensor[i, 1];
      Tf*der(sensor[i, 2]) = sensor[i, 1] - sensor[i, 2];
    end for;
    annotation(experiment(StopTime = 5, Tolerance = 1e-6));
  end Loops;

  model RCLadder "n resistors and capacitors in a line, driven by a sine"
    parameter Integer n = 10 annotation(Evaluate = true);
    parameter Real R = 1, C = 0.1;
    Formola.Electrical.Sources.SineVoltage source(V = 1, f = 0.5);
    Formola.Electrical.Resistor r[n](each R = R);
    Formola.Electrical.Capacitor c[n](each C = C, each v(start = 0, fixed = true));
    Formola.Electrical.Ground ground;
  equation
    connect(source.p, r[1].p);
    connect(source.n, ground.p);
    for i in 1:n loop
      connect(r[i].n, c[i].p);
      connect(c[i].n, ground.p);
    end for;
    for i in 1:n - 1 loop
      connect(r[i].n, r[i + 1].p);
    end for;
    annotation(experiment(StopTime = 5, Tolerance = 1e-6));
  end RCLadder;

  model DiodeLadder "As RCLadder, with exponential diodes beside the capacitors"
    parameter Integer n = 10 annotation(Evaluate = true);
    parameter Real R = 1, C = 0.1, Is = 1e-9, Vt = 0.026;
    Real v[n](each start = 0, each fixed = true);
    Real i[n];
  equation
    i[1] = (sin(3.14159265358979*time) - v[1])/R;
    for k in 2:n loop
      i[k] = (v[k - 1] - v[k])/R;
    end for;
    for k in 1:n - 1 loop
      C*der(v[k]) = i[k] - i[k + 1] - Is*(exp(v[k]/Vt) - 1);
    end for;
    C*der(v[n]) = i[n] - Is*(exp(v[n]/Vt) - 1);
    annotation(experiment(StopTime = 5, Tolerance = 1e-6));
  end DiodeLadder;

  model Heat "A rod of n cells, temperature given at one end, insulated at the other"
    parameter Integer n = 50 annotation(Evaluate = true);
    parameter Real a = 1 "Diffusivity";
    Real T[n](each start = 0, each fixed = true);
  equation
    der(T[1]) = a*n^2*(sin(time) - 2*T[1] + T[2]);
    for i in 2:n - 1 loop
      der(T[i]) = a*n^2*(T[i - 1] - 2*T[i] + T[i + 1]);
    end for;
    der(T[n]) = a*n^2*(T[n - 1] - T[n]);
    annotation(experiment(StopTime = 5, Tolerance = 1e-6));
  end Heat;

  model Plate "n times n cells, temperature given at one edge, insulated at the others"
    parameter Integer n = 10 annotation(Evaluate = true);
    parameter Real a = 1 "Diffusivity";
    Real T[n, n](each start = 0, each fixed = true);
  equation
    for r in 1:n loop
      for c in 1:n loop
        der(T[r, c]) = a*n^2*((if c == 1 then sin(time) else T[r, c - 1]) - T[r, c]
          + (if c == n then 0 else T[r, c + 1] - T[r, c]) + (if r == 1 then 0 else T[r - 1, c] - T[r, c])
          + (if r == n then 0 else T[r + 1, c] - T[r, c]));
      end for;
    end for;
    annotation(experiment(StopTime = 5, Tolerance = 1e-6));
  end Plate;

  model DriveTrain "n inertias with stiff springs between them, driven at one end, a pump at the other"
    parameter Integer n = 10 annotation(Evaluate = true);
    parameter Real c = 1e6, d = 1e3;
    Formola.Rotational.Inertia inertia[n](each J = 0.1, each phi(start = 0, fixed = true),
      each w(start = 0, fixed = true));
    Formola.Rotational.SpringDamper shaft[n - 1](each c = c, each d = d);
    Formola.Rotational.Sources.Torque drive(tau = 10*sin(time));
    Formola.Rotational.Sources.QuadraticLoad load(tau_nominal = -50, w_nominal = 10);
  equation
    connect(drive.flange, inertia[1].flange_a);
    connect(inertia[n].flange_b, load.flange);
    for i in 1:n - 1 loop
      connect(inertia[i].flange_b, shaft[i].flange_a);
      connect(shaft[i].flange_b, inertia[i + 1].flange_a);
    end for;
    annotation(experiment(StopTime = 5, Tolerance = 1e-6));
  end DriveTrain;

  model Cells "n cells: a slow species that diffuses, two fast ones that react inside of each cell"
    parameter Integer n = 10 annotation(Evaluate = true);
    parameter Real d = 0.1 "Exchange with neighbours";
    parameter Real k = 1e5 "Rate of the fast reactions";
    Real slow[n](start = {1 + 0.5*sin(i) for i in 1:n}, each fixed = true);
    Real a[n](each start = 0.5, each fixed = true);
    Real b[n](each start = 0.5, each fixed = true);
  equation
    for i in 1:n loop
      der(slow[i]) = d*(slow[if i == 1 then n else i - 1] - 2*slow[i] + slow[if i == n then 1 else i + 1])
        + sin(time) - 0.5*slow[i]*b[i];
      der(a[i]) = k*(slow[i] - a[i]*(1 + b[i]));
      der(b[i]) = k*(a[i]^2 - b[i]);
    end for;
    annotation(experiment(StopTime = 20, Tolerance = 1e-6));
  end Cells;

  model Crowd "n units, each with a fast state of its own, that see the mean of all"
    parameter Integer n = 10 annotation(Evaluate = true);
    parameter Real k = 1e5 "Rate of the fast states";
    Real x[n](start = {1 + 0.5*sin(i) for i in 1:n}, each fixed = true);
    Real v[n](start = {cos(i) for i in 1:n}, each fixed = true);
    Real z[n](each start = 0, each fixed = true);
    Real distance[n];
  equation
    for i in 1:n loop
      distance[i] = sum((x[i] - x[j])/(1 + (x[i] - x[j])^2) for j in 1:n)/n;
      der(x[i]) = v[i];
      der(v[i]) = -x[i] - distance[i] - 0.1*z[i];
      der(z[i]) = k*(v[i] - z[i] - z[i]^3);
    end for;
    annotation(experiment(StopTime = 20, Tolerance = 1e-6));
  end Crowd;

  model Arm "n links, revolute joints with stiff springs and dampers, under gravity"
    parameter Integer n = 3 annotation(Evaluate = true);
    inner Formola.MultiBody.World world;
    Formola.MultiBody.Joints.Revolute joint[n](each n = {0, 0, 1}, each useAxisFlange = true,
      each phi(start = 0, fixed = true), each w(start = 0, fixed = true));
    Formola.MultiBody.Parts.BodyBar link[n](each r = {0.5, 0, 0}, each m = 1, each I_33 = 0.02);
    Formola.Rotational.SpringDamper spring[n](each c = 1e4, each d = 300);
    Formola.Rotational.Fixed fixed;
  equation
    connect(world.frame_b, joint[1].frame_a);
    for i in 1:n loop
      connect(joint[i].frame_b, link[i].frame_a);
      connect(spring[i].flange_a, fixed.flange);
      connect(spring[i].flange_b, joint[i].axis);
    end for;
    for i in 1:n - 1 loop
      connect(link[i].frame_b, joint[i + 1].frame_a);
    end for;
    annotation(experiment(StopTime = 2, Tolerance = 1e-6));
  end Arm;
end InlineBench;
