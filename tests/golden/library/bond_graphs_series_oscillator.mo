// stage: simulate
// model: Formola.Examples.BondGraphs.SeriesOscillator
// configs: --method inline:bdf; --method inline:radau5
// tolerance: 1e-5
// analytic: capacitor.e = exact
