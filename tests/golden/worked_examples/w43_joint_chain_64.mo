// stage: structure
// note: W43: operations of the relaxed chain of f joints grow linearly with f
// assert: sum(b.numeric for b in blocks) == 0 and iteration_variables == 0
// assert: max(b.operations for b in blocks) <= 290*64
model JointChain64
  extends Formola.Examples.Papers.JointChain.Chain(f = 64);
end JointChain64;
