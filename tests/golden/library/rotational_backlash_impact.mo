// stage: simulate
// model: Formola.Examples.Rotational.BacklashImpact
// options: --stop 0.4628318530717959
// tolerance: 1e-5
// final: inertia.phi = 0
// final: inertia.w = 1
// note: One period: 0.2 s across the backlash, twice, and two contacts of pi/100 s.
