// stage: simulate
// model: Formola.Examples.Electrical.MotorStart
// tolerance: 1e-4
// configs: --backend interp
// analytic: speed.w = exact
// analytic: power.power = 24*0.01*240*1000*(exp((-50 + sqrt(1500))*time) - exp((-50 - sqrt(1500))*time))/(2*sqrt(1500))
