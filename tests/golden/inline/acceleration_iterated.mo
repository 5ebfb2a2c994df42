// stage: simulate
// options: --method inline:bdf --tolerance 1e-6
// note: the load makes the acceleration of the last inertia the unknown of an iteration. The formula takes it in place of the derivative of
//   the speed: how exactly it must be known is what the speed needs, so that half of the steps take one correction (they took two)
// tolerance: 1e-5
// assert: newton_iterations < 1.6*steps_accepted
// final: inertia[10].w = -4.3675256
model AccelerationIterated
  Formola.Rotational.Inertia inertia[10](each J = 0.1, each phi(start = 0, fixed = true), each w(start = 0, fixed = true));
  Formola.Rotational.SpringDamper shaft[9](each c = 1e6, each d = 1e3);
  Formola.Rotational.Sources.Torque drive(tau = 10*sin(time));
  Formola.Rotational.Sources.QuadraticLoad load(tau_nominal = -50, w_nominal = 10);
equation
  connect(drive.flange, inertia[1].flange_a);
  connect(inertia[10].flange_b, load.flange);
  for i in 1:9 loop
    connect(inertia[i].flange_b, shaft[i].flange_a);
    connect(shaft[i].flange_b, inertia[i + 1].flange_a);
  end for;
  annotation(experiment(StopTime = 5));
end AccelerationIterated;
