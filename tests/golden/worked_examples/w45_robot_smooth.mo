// stage: structure
// model: Formola.Examples.Robot.R3Robot66
// options: --method inline:bdf --set friction=false
// note: W45 without friction: no events, the same reduction from 66 to 6.
// assert: len(states) == 66 and 1500 < equations < 2500
// assert: inline.iteration_variables == 6
