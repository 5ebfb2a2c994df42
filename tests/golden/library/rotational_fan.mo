// stage: simulate
// model: Formola.Examples.Rotational.Fan
// tolerance: 1e-5
// analytic: fan.w = exact
