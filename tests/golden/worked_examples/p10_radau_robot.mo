// stage: structure
// model: Formola.Examples.Robot.R3Robot66
// options: --method inline:radau5
// note: The robot of the first paper has 66 states, and a step of a BDF formula is iterated at 6 unknowns. A step of Radau IIA(5)
// note: has three stages and 198 states at them; it is iterated at three times 6 unknowns, since the stages have only the formulas
// note: in common (it was 166).
// assert: inline.stages == 3
// assert: inline.iteration_variables == 18
