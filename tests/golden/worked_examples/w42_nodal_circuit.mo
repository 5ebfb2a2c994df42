// stage: structure
// model: Formola.Examples.Papers.NodalCircuit
// note: W42: with potentials relaxed in the component classes everything is solved by formulas
// assert: sum(b.torn for b in blocks) == 0
