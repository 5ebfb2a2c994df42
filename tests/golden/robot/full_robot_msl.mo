// stage: simulate
// model: Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot
// options: --stop 1.5 --tolerance 1e-7 --filter ^mechanics.r..phi$
// needs: MSL
// slow: several seconds of simulation
// tolerance: 1e-5
// note: The same robot built from the Modelica Standard Library ends where ours does (r36_friction.csv at 1.5 s).
// final: mechanics.r1.phi = 1.04628059
// final: mechanics.r2.phi = -1.22309261
// final: mechanics.r3.phi = -0.608789703
// final: mechanics.r4.phi = 0.784784108
// final: mechanics.r5.phi = 1.92203138
// final: mechanics.r6.phi = 0.784971533
