// stage: structure
// options: --ignore-hints
// note: W43: the same with an order found automatically
// assert: sum(b.numeric for b in blocks) == 0 and iteration_variables == 0
// assert: max(b.operations for b in blocks) <= 220*64
model JointChainAutomatic
  extends Formola.Examples.Papers.JointChain.Chain(f = 64);
end JointChainAutomatic;
