// stage: simulate
// model: Formola.Examples.Translational.BouncingBall
// options: --set contact.d=0 --stop 0.9130261639822453 --tolerance 1e-9
// tolerance: 1e-5
// final: ball.s = 1
// final: ball.v = 0
// note: Without damping the ball is back at the end of one period: 2*sqrt(2*h/g) + 2*(pi - atan(omega*v/g))/omega.
