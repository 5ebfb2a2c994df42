// stage: simulate
// model: Formola.Examples.Electrical.DelayLine
// options: --stop 1.3 --tolerance 1e-8
// tolerance: 1e-6
// configs: --ignore-hints
// final: rl.v = 1.0304547191873519
// note: The pulse of half the source voltage arrives after 1 s, with the ripple of a ladder. The value is from the Taylor series of the
// note: matrix exponential, in steps of 0.005 s with 24 terms, computed separately.
