// stage: simulate
// model: Formola.Examples.Electrical.CurrentMirror
// tolerance: 1e-6
// final: T1.vbe = 0.772830244004
// final: load.i = 0.000963786992556
// note: Steady state: (5 - vbe)/4300 = (1 + 2/Bf)*ic, ic = Is*(exp(vbe/Vt) - 1), solved separately. The leakage of the
// note: blocking junction (3e-12 A) is far below the tolerance.
