// stage: simulate
// model: Formola.Examples.Classics.RingModulator
// options: --method inline:radau5 --tolerance 1e-7 --stop 1e-5 --intervals 1 --filter ^u
// tolerance: 1e-4
// configs: --method inline:lobatto4; --method inline:radau3; --method ida
// note: Derivatives of one stage must not follow from the formula of another.
// final: u[1] = 0.01119026696
// final: u[2] = -0.00142600665
// final: u[3] = 0.2267117
// final: u[6] = 0.2204039
// final: u[7] = -0.135058281
