// stage: simulate
// model: Formola.Examples.Robot.R3Robot66
// options: --set friction=false --stop 2 --intervals 40 --tolerance 1e-7 --filter ^(mechanics.j|motor.*La.i|elastic.*spring.phi_rel)
// configs: --ignore-hints; --method inline:bdf --ignore-hints; --method inline:radau5
// tolerance: 1e-4
// reference: r66_smooth.csv
// assert: states == 66
// slow: several seconds of simulation
// origin: Own simulations with ida and cvode at tolerance 1e-10, which agree to 1e-7.
