// stage: structure
// options: --method inline:bdf
// note: a long chain of linear springs with one nonlinear load: whatever its length, the iteration sees that one alone, and the linear
//   part is factored once for a step size
// assert: inline.iteration_variables == 1
model LongLinearPart
  constant Integer n = 60;
  Formola.Rotational.Inertia inertia[n](each J = 0.1);
  Formola.Rotational.SpringDamper shaft[n - 1](each c = 1e6, each d = 1e3);
  Formola.Rotational.Sources.Torque drive(tau = sin(time));
  Formola.Rotational.Sources.QuadraticLoad load(tau_nominal = -50, w_nominal = 10);
equation
  connect(drive.flange, inertia[1].flange_a);
  connect(inertia[n].flange_b, load.flange);
  for i in 1:n - 1 loop
    connect(inertia[i].flange_b, shaft[i].flange_a);
    connect(shaft[i].flange_b, inertia[i + 1].flange_a);
  end for;
end LongLinearPart;
