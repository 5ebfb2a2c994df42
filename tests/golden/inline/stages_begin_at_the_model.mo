// stage: simulate
// model: Formola.Examples.Electrical.CommonEmitter
// note: What is iterated at inner stages beside the states began at zero, where the transistor divides 0 by 0, instead of
//       where the model is; the first step failed, however short.
// configs: --method inline:radau3; --method inline:radau5; --method inline:lobatto4
// options: --filter ^transistor
// tolerance: 1e-4
// final: transistor.vbe = 0.6952138936485206
// final: transistor.C.v = 7.418138082641564
