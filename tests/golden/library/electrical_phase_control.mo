// stage: simulate
// model: Formola.Examples.Electrical.PhaseControl
// tolerance: 1e-6
// analytic: load.v = sin(2*pi*time) if 0.25 <= time % 1 < 0.5 else 0
