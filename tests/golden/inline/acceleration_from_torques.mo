// stage: simulate
// needs: MSL
// options: --method inline:bdf --tolerance 1e-7 --stop 1 --filter ^(given|taken|body3[.]r_0.*)$
// configs: --method ida; --method inline:mixed; --method inline:radau5
// note: a body stands upright and hangs beside its centre of mass: with its orientation iterated, one of its accelerations could be
//   computed from the balance of torques, but for this orientation. Heat that the dampers give off passes on to the environment.
// analytic: given = taken
// tolerance: 1e-4
model AccelerationFromTorques
  extends Modelica.Mechanics.MultiBody.Examples.Elementary.HeatLosses;
  Real given = damper1.lossPower + springDamper.lossPower + springDamperSeries.lossPower;
  Real taken = -convection.fluid.Q_flow;
end AccelerationFromTorques;
