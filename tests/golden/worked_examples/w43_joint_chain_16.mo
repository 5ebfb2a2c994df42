// stage: structure
// note: W43: operations of the relaxed chain of f joints grow linearly with f
// assert: sum(b.numeric for b in blocks) == 0 and iteration_variables == 0
// assert: max(b.operations for b in blocks) <= 290*16
model JointChain16
  extends Formola.Examples.Papers.JointChain.Chain(f = 16);
end JointChain16;
