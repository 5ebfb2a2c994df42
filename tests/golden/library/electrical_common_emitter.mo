// stage: simulate
// model: Formola.Examples.Electrical.CommonEmitter
// configs: --ignore-hints
// tolerance: 1e-4
// final: transistor.vbe = 0.6952138936485206
// final: transistor.C.v = 7.418138082641564
// note: At the end the sine is zero: the operating point, computed separately from the static equations of Gummel and Poon.
