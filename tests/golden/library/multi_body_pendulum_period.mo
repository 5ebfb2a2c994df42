// stage: simulate
// model: Formola.Examples.MultiBody.Pendulum
// options: --stop 1.8341224858828202 --tolerance 1e-9
// tolerance: 1e-6
// final: joint.phi = 0
// final: joint.w = 0
// note: Released at 90 degrees the pendulum is back after 2*pi*sqrt((J + m*d^2)/(m*g*d))/agm(1, cos(pi/4)).
