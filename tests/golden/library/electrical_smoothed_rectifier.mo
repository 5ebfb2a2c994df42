// stage: simulate
// model: Formola.Examples.Electrical.SmoothedRectifier
// options: --set D1.Goff=1e-8 --set D2.Goff=1e-8 --set D3.Goff=1e-8 --set D4.Goff=1e-8
// tolerance: 1e-5
// configs: --backend interp
// final: capacitor.v = 9.419490512759042
// note: Value computed separately by the classical Runge-Kutta method with 1e6 steps from C*der(v) = max(abs(u) - v, 0)/R - v/load.
