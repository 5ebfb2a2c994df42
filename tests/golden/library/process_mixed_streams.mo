// stage: simulate
// model: Formola.Examples.Process.MixedStreams
// tolerance: 1e-6
// final: volume.T = 410
// final: volume.p = 101325 + 3000
// final: deadEnd.p = 101325 + 3000
// assert: states == 4
