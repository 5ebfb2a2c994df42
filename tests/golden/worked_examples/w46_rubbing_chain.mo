// stage: structure
// note: W46: friction proportional to the constraint forces makes the matrix of the accelerations unsymmetric; relaxing still
// note: gives formulas whose number grows linearly with the joints.
// assert: sum(b.numeric for b in blocks) == 0 and iteration_variables == 0 and len(states) == 65
// assert: max(b.operations for b in blocks) <= 300*32
model RubbingChain32
  extends Formola.Examples.Papers.JointChain.RubbingChain(f = 32);
end RubbingChain32;
