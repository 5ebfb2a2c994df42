// stage: simulate
// model: Formola.Examples.MultiBody.DrivenAxis
// tolerance: 1e-6
// analytic: joint.w = exact
