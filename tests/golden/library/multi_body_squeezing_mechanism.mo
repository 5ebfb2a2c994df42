// stage: simulate
// model: Formola.Examples.MultiBody.SqueezingMechanism
// options: --tolerance 1e-12 --intervals 1 --filter ^(beta|theta|gamma|phi|delta|omega|epsilon)\.phi$
// tolerance: 1e-9
// configs: --ignore-hints
// final: beta.phi = 15.81077119629904
// final: theta.phi = -15.75637105984298
// final: gamma.phi = 0.04082224013073101
// final: phi.phi = -0.5347301163226948
// final: delta.phi = 0.5244099658805304
// final: omega.phi = 0.5347301163226948
// final: epsilon.phi = 1.048080741042263
// assert: states == 2
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
