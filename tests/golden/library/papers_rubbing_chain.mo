// stage: simulate
// model: Formola.Examples.Papers.JointChain.RubbingChain
// options: --filter ^(total|loss|joint)
// tolerance: 2e-5
// configs: --backend interp; --method cvode --tolerance 1e-10; --ignore-hints
// analytic: total = -9.81*0.1*(5*cos(0.5) + 3*cos(0.7) + cos(0.9))
// assert: states == 7
// note: W46: friction proportional to the constraint forces makes the matrix of the accelerations unsymmetric.
// note: At 1e-8 cvode steps over a short moment of sticking, now and then, and is right to 5e-5 only.
