// stage: simulate
// model: Formola.Examples.MultiBody.ScrewPress
// configs: --ignore-hints; --method inline:bdf
// tolerance: 1e-5
// analytic: screw.a = exact
// analytic: screw.s = 0.05*exact*time^2
