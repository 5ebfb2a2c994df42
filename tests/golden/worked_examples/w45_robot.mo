// stage: structure
// model: Formola.Examples.Robot.R3Robot66
// options: --method inline:bdf
// note: W45: 66 states, about 2000 equations; inlined, the iteration has 6 variables.
// assert: len(states) == 66 and 1500 < equations < 2500
// assert: inline.iteration_variables == 6
