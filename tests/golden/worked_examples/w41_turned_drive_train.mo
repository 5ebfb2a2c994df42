// stage: structure
// model: Formola.Examples.Papers.TurnedDriveTrain
// note: W41: the order marked by hand is refused, the automatic one solves the block
// expect-note: RelaxRefused
// message: relax\(\) cannot be followed in this system of 4 equations: without the relaxed variables nothing determines 'a1'
// assert: [b.size for b in blocks if b.kind == "linear"] == [4]
// assert: sum(b.torn for b in blocks) == 0
