// stage: simulate
// model: Formola.Examples.MultiBody.FrictionChain
// options: --filter ^total
// tolerance: 1e-4
// configs: --method cvode; --ignore-hints
// analytic: total = 9.81*0.1*(5*sin(0.1) + 3*sin(0.2) + sin(0.3))
// assert: state_events > 10
