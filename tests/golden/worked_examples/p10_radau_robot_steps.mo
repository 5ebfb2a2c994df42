// stage: simulate
// model: Formola.Examples.Robot.R3Robot66
// options: --method inline:radau5 --set friction=false --stop 0.5 --tolerance 1e-8
// note: Accelerations are predicted by the polynomial through up to eight ends of steps (through five: 1447 iterations).
// assert: newton_iterations < 1380
