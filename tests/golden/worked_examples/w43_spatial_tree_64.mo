// stage: structure
// options: --ignore-hints
// note: W43: a binary tree of joints
// assert: sum(b.numeric for b in blocks) == 0 and iteration_variables == 0 and len(states) == 128
// assert: max(b.operations for b in blocks) <= 450*64
model SpatialTree
  extends Formola.Examples.MultiBody.Tree(f = 64);
end SpatialTree;
