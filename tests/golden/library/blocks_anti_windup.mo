// stage: simulate
// model: Formola.Examples.Blocks.AntiWindup
// tolerance: 1e-4
// analytic: controller.x = exact
// analytic: windup.x = exact2
// analytic: controller.y = 0.5 if time < 2 else -0.5
