// stage: simulate
// model: Formola.Examples.Robot.R3Robot36
// options: --stop 1e-6 --intervals 1 --filter ^(motor.*La.i|elastic.*spring.phi_rel|mechanics.j..[pwa])
// tolerance: 1e-6
// final: motor[1].La.i = 0
// final: motor[2].La.i = -1.8880913
// final: motor[3].La.i = -3.6788348
// final: motor[4].La.i = -0.6004244
// final: motor[5].La.i = -0.7242793
// final: motor[6].La.i = 0
// final: elastic[1].spring.phi_rel = 0
// final: elastic[2].spring.phi_rel = 0.2741509
// final: elastic[3].spring.phi_rel = 0.0736782
// final: mechanics.j1.phi = -pi/3
// final: mechanics.j2.phi = pi/9
// final: mechanics.j3.phi = pi/2
// final: mechanics.j5.phi = -11*pi/18
// assert: states == 36 and 1800 < equations < 2500
// note: At rest the motors carry gravity; currents and twists by hand from the masses, arms, ratios and torque constants
// note: (S. Tuerk 1990; J. Franke, M. Otter 1993; M. Otter 1995).
