// stage: simulate
// model: Formola.Examples.Papers.JointChain.Chain
// options: --filter ^(energy|exact|joint)
// tolerance: 1e-6
// configs: --set f=6 --backend interp; --ignore-hints
// analytic: energy = 9.81*0.1*(11*sin(0.1) + 9*sin(0.2) + 7*sin(0.3) + 5*sin(0.4) + 3*sin(0.5) + sin(0.6))
// assert: states == 12
// note: W43: joints with residue and relax as in the paper; tearing leaves about f equations. The energy stays constant.
