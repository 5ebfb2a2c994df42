// stage: simulate
// model: Formola.Examples.Thermal.RodBetweenTemperatures
// tolerance: 2e-5
// final: right.port.T = 400 - 400/pi*exp(-pi^2*200/400)
