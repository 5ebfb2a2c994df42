// stage: structure
// note: W43 with the spatial components: operations of the chain of f joints grow linearly with f, the order is found
// note: automatically
// assert: sum(b.numeric for b in blocks) == 0 and iteration_variables == 0 and len(states) == 128
// assert: max(b.operations for b in blocks) <= 850*64
model SpatialChain64
  extends Formola.Examples.MultiBody.Chain(f = 64);
end SpatialChain64;
