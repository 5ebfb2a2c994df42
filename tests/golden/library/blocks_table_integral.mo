// stage: simulate
// model: Formola.Examples.Blocks.TableIntegral
// tolerance: 1e-6
// analytic: integrator.y = exact
// analytic: triangle.y = time if time < 1 else 2 - time if time < 2 else 0
// analytic: square.y = time if time < 1 else 2 - time if time < 2 else 0
