// stage: simulate
// model: Formola.Examples.Classics.Pollution
// options: --method inline:radau5 --tolerance 1e-6 --intervals 1 --filter ^$
// assert: steps_accepted < 150 and steps_rejected < 5 and factorizations < 100
// note: Linear parts whose coefficients are iterated were factored for every residual (391 steps, 16572 factorisations).
