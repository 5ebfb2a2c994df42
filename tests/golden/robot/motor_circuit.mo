// stage: simulate
// options: --stop 0.003 --tolerance 1e-8
// tolerance: 1e-5
// analytic: i = 0 if time < 1e-3 else 1 - exp(-0.6*4590*(time - 1e-3))*(cos(0.8*4590*(time - 1e-3)) + 0.75*sin(0.8*4590*(time - 1e-3)))
// configs: --backend interp; --method cvode
// note: By hand the circuit reduces to La*der(i) + Ra*i + k*w = 125*omega/D*integral(i_ref - i): with the shaft held, the
// note: step response of omega^2/(s^2 + 2*D*omega*s + omega^2), here D = 0.6.
model MotorCircuit
  Formola.Examples.Robot.Motor motor(k = 1.1616, J = 1.3e-3, w = 4590, D = 0.6);
  Formola.Rotational.Fixed wall;
  Formola.Blocks.Sources.Step reference(height = 1, startTime = 1e-3);
  Real i = motor.La.i;
equation
  connect(motor.flange, wall.flange);
  connect(reference.y, motor.i_ref);
end MotorCircuit;
