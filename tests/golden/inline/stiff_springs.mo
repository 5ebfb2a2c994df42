// stage: structure
// options: --method inline:bdf
// note: a long chain with stiff springs is torn at the torques, each of which follows from its neighbours: from the accelerations of all
//   inertias before it the torque would be a sum that fills the matrix, and from those of its neighbours errors would grow with the stiffness
// assert: [b.torn for b in inline.blocks if b.kind == "linear"] == [60]
model StiffSprings
  constant Integer n = 60;
  Formola.Rotational.Inertia inertia[n](each J = 0.1);
  Formola.Rotational.SpringDamper shaft[n - 1](each c = 1e6, each d = 1e3);
  Formola.Rotational.Sources.Torque drive(tau = sin(time));
equation
  connect(drive.flange, inertia[1].flange_a);
  for i in 1:n - 1 loop
    connect(inertia[i].flange_b, shaft[i].flange_a);
    connect(shaft[i].flange_b, inertia[i + 1].flange_a);
  end for;
end StiffSprings;
