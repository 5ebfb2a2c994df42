// stage: simulate
// model: Formola.Examples.Electrical.DelayLine
// options: --stop 1.3
// tolerance: 0.1
// final: rl.v = 1
// note: The pulse of half the source voltage arrives after 1 s, with the ripple of a ladder.
