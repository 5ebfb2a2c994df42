// stage: simulate
// model: Formola.Examples.Rotational.Hoist
// tolerance: 1e-4
// final: drum.w = 0.8
