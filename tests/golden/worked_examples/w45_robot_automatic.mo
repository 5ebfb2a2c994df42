// stage: structure
// model: Formola.Examples.Robot.R3Robot66
// options: --method inline:bdf --ignore-hints
// note: W45: 66 states, about 2000 equations; inlined, the iteration has 6 variables without the hints of the classes too.
// assert: len(states) == 66 and 1500 < equations < 2500
// assert: inline.iteration_variables == 6
