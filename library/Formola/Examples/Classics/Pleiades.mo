within Formola.Examples.Classics;
model Pleiades "Seven stars in the plane with close encounters"
  extends Icons.Example;
  parameter Real m[7] = {1, 2, 3, 4, 5, 6, 7} "Masses";
  parameter Real reference[28] = {0.3706139143970502, 3.237284092057233, -3.222559032418324,
    0.6597091455775310, 0.3425581707156584, 1.562172101400631, -0.7003092922212495,
    -3.943437585517392, -3.271380973972550, 5.225081843456543, -2.590612434977470,
    1.198213693392275, -0.2429682344935824, 1.091449240428980, 3.417003806314313,
    1.354584501625501, -2.590065597810775, 2.025053734714242, -1.155815100160448,
    -0.8072988170223021, 0.5952396354208710, -3.741244961234010, 0.3773459685750630,
    0.9386858869551073, 0.3667922227200571, -0.3474046353808490, 2.344915448180937,
    -1.947020434263292} "y at time 3";
  Real x1[7](start={3, 3, -1, -3, 2, -2, 2}, each fixed=true) "Positions";
  Real x2[7](start={3, -3, 2, 0, 0, -4, 4}, each fixed=true) "Positions";
  Real v1[7](start={0, 0, 0, 0, 0, 1.75, -1.5}, each fixed=true) "Velocities";
  Real v2[7](start={0, 0, 0, -1.25, 1, 0, 0}, each fixed=true) "Velocities";
  Real y[28] = cat(1, x1, x2, v1, v2);
equation
  der(x1) = v1;
  der(x2) = v2;
  for i in 1:7 loop
    der(v1[i]) = sum(if i == j then 0 else
      m[j]*(x1[j] - x1[i])/((x1[i] - x1[j])^2 + (x2[i] - x2[j])^2)^1.5 for j in 1:7);
    der(v2[i]) = sum(if i == j then 0 else
      m[j]*(x2[j] - x2[i])/((x1[i] - x1[j])^2 + (x2[i] - x2[j])^2)^1.5 for j in 1:7);
  end for;
  annotation (experiment(StopTime=3, Tolerance=1e-7),
    Documentation(info="<html><p>E. Hairer, S. P. N&oslash;rsett, G. Wanner, Solving Ordinary
Differential Equations I, Springer, 1993, section II.10. Not stiff, but accuracy is lost in the close
encounters.</p></html>"));
end Pleiades;
