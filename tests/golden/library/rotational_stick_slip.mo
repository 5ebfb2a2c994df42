// stage: simulate
// model: Formola.Examples.Rotational.StickSlip
// tolerance: 1e-4
// final: inertia.phi = 0.1*(25 + 4*(pi - atan(5))) - 0.5
