// stage: simulate
// model: Formola.Examples.Papers.PlantWithController
// options: --tolerance 1e-8
// tolerance: 1e-6
// configs: --method inline:bdf; --method inline:radau5
// final: x = 0.0294432857
// note: The value at the end is computed separately by the classical Runge-Kutta method with 1e5 steps.
