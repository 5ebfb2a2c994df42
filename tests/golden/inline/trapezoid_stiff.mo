// stage: simulate
// model: Formola.Examples.Classics.Pollution
// options: --method inline:bdf --tolerance 1e-9 --intervals 300 --filter ^y
// tolerance: 2e-3
// configs: --method inline:trapezoid --tolerance 1e-5; --method inline:bi2 --tolerance 1e-5
// assert: steps_accepted < 2000 and steps_rejected < 20
// final: y[1] = 0.5646255480022769e-1
// final: y[16] = 0.4352846369330103e-17
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
// note: An error estimate and dense output from der(x), which is lambda times the error of a stiff state, needed more than a million steps and gave y[16] = 1.5e-13 between them.
