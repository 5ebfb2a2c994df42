// stage: simulate
// model: Formola.Examples.Rotational.ClutchEngagement
// tolerance: 1e-5
// configs: --backend interp
// analytic: J1.w = exact
// analytic: J2.w = (10 - exact)/4
// final: clutch.w_rel = 0
