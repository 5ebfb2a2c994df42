// stage: simulate
// options: --method inline:trapezoid --tolerance 1e-5 --intervals 1 --filter ^y
// model: Formola.Examples.Classics.Robertson
// note: the trapezoidal rule turns the sign of a stiff component in each step and does not damp it. Steps by another method do where
//   it takes too much of the tolerance, and Newton's method begins at values and slopes that fit to each other; before, this took
//   5 million steps.
// origin: the model's reference, F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers, release 2.4, 2008
// final: y[1] = 0.2083340149701255e-7
// final: y[2] = 0.8333360770334713e-13
// final: y[3] = 0.9999999791665050
// assert: steps_accepted < 3000
// tolerance: 5e-3
// configs: --method inline:bi2 --tolerance 1e-5; --tolerance 1e-6
