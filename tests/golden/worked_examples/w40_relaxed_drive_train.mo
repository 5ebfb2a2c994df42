// stage: structure
// model: Formola.Examples.Papers.RelaxedDriveTrain
// note: W40: the block of four is eliminated in the order of relax() with the operations of the paper's eight assignments
// assert: [b.size for b in blocks if b.kind == "linear"] == [4]
// assert: sum(b.torn for b in blocks) == 0
// assert: max(b.operations for b in blocks) <= 13
