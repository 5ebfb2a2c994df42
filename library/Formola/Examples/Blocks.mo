within Formola.Examples;
package Blocks "Control blocks"
  extends Icons.Package;

  model FirstOrderStep "Step response of a first-order lag"
    extends Icons.Example;
    Formola.Blocks.Sources.Step step
      annotation (Placement(transformation(extent={{-60,-10},{-40,10}})));
    Formola.Blocks.Continuous.FirstOrder lag(T=0.5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Real exact = 1 - exp(-time/0.5) "lag.y";
  equation
    connect(step.y, lag.u) annotation (Line(points={{-39,0},{-12,0}}, color={0,0,127}));
    annotation (experiment(StopTime=3, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>lag.y = 1 - exp(-2*time)</code>.</p></html>"));
  end FirstOrderStep;

  model SecondOrderStep "Step response of a second-order lag"
    extends Icons.Example;
    Formola.Blocks.Sources.Step step
      annotation (Placement(transformation(extent={{-60,-10},{-40,10}})));
    Formola.Blocks.Continuous.SecondOrder lag(w=2, D=0.5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Real exact = 1 - exp(-time)*(cos(sqrt(3)*time) + sin(sqrt(3)*time)/sqrt(3)) "lag.y";
  equation
    connect(step.y, lag.u) annotation (Line(points={{-39,0},{-12,0}}, color={0,0,127}));
    annotation (experiment(StopTime=6, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>lag.y = 1 - exp(-t)*(cos(sqrt(3)*t) +
sin(sqrt(3)*t)/sqrt(3))</code>.</p></html>"));
  end SecondOrderStep;

  model TransferFunctionStep "Step responses of transfer functions"
    extends Icons.Example;
    Formola.Blocks.Sources.Step step
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Formola.Blocks.Continuous.TransferFunction strict(b={1}, a={1, 3, 2}) "1/((s + 1)*(s + 2))"
      annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Formola.Blocks.Continuous.TransferFunction biproper(b={2, 1}, a={1, 1}) "(2*s + 1)/(s + 1)"
      annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    Formola.Blocks.Continuous.TransferFunction static(b={3}, a={2}) "3/2"
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Real exact = 0.5 - exp(-time) + exp(-2*time)/2 "strict.y";
    Real exact2 = 1 + exp(-time) "biproper.y";
  equation
    connect(step.y, strict.u)
      annotation (Line(points={{-9,0},{4,0},{4,40},{8,40}}, color={0,0,127}));
    connect(step.y, biproper.u)
      annotation (Line(points={{-9,0},{4,0},{4,-40},{8,-40}}, color={0,0,127}));
    connect(step.y, static.u) annotation (Line(points={{-9,0},{8,0}}, color={0,0,127}));
    annotation (experiment(StopTime=5, Tolerance=1e-6),
      Documentation(info="<html><p>Solutions: <code>strict.y = 1/2 - exp(-t) + exp(-2*t)/2</code>,
<code>biproper.y = 1 + exp(-t)</code>, <code>static.y = 3/2</code>.</p></html>"));
  end TransferFunctionStep;

  model StateSpaceOscillator "Harmonic oscillator in state space form"
    extends Icons.Example;
    Formola.Blocks.Sources.Constant zero(k=0)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Formola.Blocks.Continuous.StateSpace oscillator(A={{0, 1}, {-4, 0}}, B={{0}, {1}}, C={{1, 0}},
      x_start={1, 0}) annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Real exact = cos(2*time) "oscillator.y[1]";
  equation
    connect(zero.y, oscillator.u[1]) annotation (Line(points={{-9,0},{8,0}}, color={0,0,127}));
    annotation (experiment(StopTime=10, Tolerance=1e-8),
      Documentation(info="<html><p>Solution: <code>oscillator.y[1] =
cos(2*time)</code>.</p></html>"));
  end StateSpaceOscillator;

  model PILoop "PI controller that cancels the pole of a first-order plant"
    extends Icons.Example;
    Formola.Blocks.Sources.Step reference
      annotation (Placement(transformation(extent={{-50,10},{-30,30}})));
    Formola.Blocks.Math.Feedback error
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    Formola.Blocks.Continuous.PI controller(k=2, T=0.5)
      annotation (Placement(transformation(extent={{30,10},{50,30}})));
    Formola.Blocks.Continuous.FirstOrder plant(k=1, T=0.5)
      annotation (Placement(transformation(extent={{50,-30},{30,-10}})));
    Real exact = 1 - exp(-4*time) "plant.y";
  equation
    connect(reference.y, error.u1)
      annotation (Line(points={{-29,20},{-16,20},{-16,26},{-12,26}}, color={0,0,127}));
    connect(plant.y, error.u2)
      annotation (Line(points={{29,-20},{-16,-20},{-16,14},{-12,14}}, color={0,0,127}));
    connect(error.y, controller.u) annotation (Line(points={{11,20},{28,20}}, color={0,0,127}));
    connect(controller.y, plant.u)
      annotation (Line(points={{51,20},{56,20},{56,-20},{52,-20}}, color={0,0,127}));
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>The integration time equals the plant's time constant, so the
open loop is
<code>k/(T*s)</code> and the solution <code>plant.y = 1 - exp(-k/T*time)</code>.</p></html>"));
  end PILoop;

  model LimitedPID "PID controller with limited output on a double lag"
    extends Icons.Example;
    Formola.Blocks.Sources.Step reference(height=1, startTime=0.1)
      annotation (Placement(transformation(extent={{-50,10},{-30,30}})));
    Formola.Blocks.Continuous.LimPID controller(k=10, Ti=1, Td=0.1, yMax=2)
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    Formola.Blocks.Continuous.FirstOrder plant1(T=0.5)
      annotation (Placement(transformation(extent={{30,10},{50,30}})));
    Formola.Blocks.Continuous.FirstOrder plant2(T=0.2)
      annotation (Placement(transformation(extent={{50,-30},{30,-10}})));
  equation
    connect(reference.y, controller.u_s)
      annotation (Line(points={{-29,20},{-12,20}}, color={0,0,127}));
    connect(plant2.y, controller.u_m)
      annotation (Line(points={{29,-20},{0,-20},{0,8}}, color={0,0,127}));
    connect(controller.y, plant1.u) annotation (Line(points={{11,20},{28,20}}, color={0,0,127}));
    connect(plant1.y, plant2.u)
      annotation (Line(points={{51,20},{56,20},{56,-20},{52,-20}}, color={0,0,127}));
    annotation (experiment(StopTime=8, Tolerance=1e-6),
      Documentation(info="<html><p>The output of the controller stays within -2 .. 2, and
<code>plant2.y</code> tends to 1.</p></html>"));
  end LimitedPID;

  model PIDStep "Step response of the unlimited PID controller and of a filtered derivative"
    extends Icons.Example;
    Formola.Blocks.Sources.Step step
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Formola.Blocks.Continuous.PID pid(k=2, Ti=0.5, Td=0.1, Nd=10)
      annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Formola.Blocks.Continuous.Derivative derivative(T=0.01)
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Real exact = 2*(1 + 2*time + 10*exp(-100*time)) "pid.y";
    Real exact2 = 100*exp(-100*time) "derivative.y";
  equation
    connect(step.y, pid.u)
      annotation (Line(points={{-9,20},{4,20},{4,-20},{8,-20}}, color={0,0,127}));
    connect(step.y, derivative.u) annotation (Line(points={{-9,20},{8,20}}, color={0,0,127}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Solutions: <code>pid.y = k*(1 + t/Ti + Nd*exp(-Nd*t/Td))</code>,
<code>derivative.y = exp(-t/T)/T</code>.</p></html>"));
  end PIDStep;

  model TableIntegral "Integral of a triangle from a table"
    extends Icons.Example;
    Formola.Blocks.Sources.TimeTable triangle(table={{0, 0}, {1, 1}, {2, 0}, {3, 0}})
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Formola.Blocks.Continuous.Integrator integrator
      annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Formola.Blocks.Math.Table1D square(table={{-1, 1}, {0, 0}, {1, 1}}) "Absolute value as a table"
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Real exact = if time < 1 then time^2/2 else if time < 2 then 1 - (2 - time)^2/2 else 1
      "integrator.y";
  equation
    connect(triangle.y, integrator.u)
      annotation (Line(points={{-9,20},{4,20},{4,-20},{8,-20}}, color={0,0,127}));
    connect(triangle.y, square.u) annotation (Line(points={{-9,20},{8,20}}, color={0,0,127}));
    annotation (experiment(StopTime=3, Tolerance=1e-8),
      Documentation(info="<html><p>Solution: <code>t^2/2</code>, then <code>1 - (2 - t)^2/2</code>,
then 1.</p></html>"));
  end TableIntegral;

  model AntiWindup "Controllers at their limits"
    extends Icons.Example;
    Formola.Blocks.Sources.Step error(offset=1, height=-2, startTime=2)
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Formola.Blocks.Continuous.LimPI controller(k=1, T=0.5, Tt=0.2, yMax=0.5)
      annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Formola.Blocks.Continuous.PI windup(k=1, T=0.5)
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Real exact = if time < 2 then -0.1*(1 - exp(-5*time)) else
      0.1 + (-0.1*(1 - exp(-10)) - 0.1)*exp(-5*(time - 2)) "controller.x";
    Real exact2 = if time < 2 then 2*time else 4 - 2*(time - 2) "windup.x";
  equation
    connect(error.y, controller.u)
      annotation (Line(points={{-9,20},{4,20},{4,-20},{8,-20}}, color={0,0,127}));
    connect(error.y, windup.u) annotation (Line(points={{-9,20},{8,20}}, color={0,0,127}));
    annotation (experiment(StopTime=4, Tolerance=1e-6),
      Documentation(info="<html><p>At a limit <code>der(x) = k/T*u + (yMax - k*u - x)/Tt</code>: the
integral part stays near zero, and the output jumps from 0.5 to -0.5 with the sign of the error. Without
limits it winds up to 4 and needs 1.5 s to change sign.</p></html>"));
  end AntiWindup;

  model TwoInputTable "Table of two inputs"
    extends Icons.Example;
    Formola.Blocks.Sources.Clock clock
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Formola.Blocks.Sources.Constant second(k=1.5)
      annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Formola.Blocks.Math.Table2D table(table={{0, 1, 2, 4}, {0, 0, 0, 0}, {1, 1, 2, 4}, {3, 3, 6, 12}})
      "The product of both inputs" annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Real exact = 1.5*time "table.y";
  equation
    connect(clock.y, table.u1)
      annotation (Line(points={{-9,20},{4,20},{4,26},{8,26}}, color={0,0,127}));
    connect(second.y, table.u2)
      annotation (Line(points={{-9,-20},{4,-20},{4,14},{8,14}}, color={0,0,127}));
    annotation (experiment(StopTime=4, Tolerance=1e-6),
      Documentation(info="<html><p>Bilinear interpolation is exact for the product of the inputs,
also
outside the table (after 3 s).</p></html>"));
  end TwoInputTable;

  model RateLimit "Step that a rate limiter turns into a ramp"
    extends Icons.Example;
    Formola.Blocks.Sources.Pulse pulse(period=2, width=50)
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Formola.Blocks.Nonlinear.RateLimiter limiter(rising=2, falling=-4, Td=1e-5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Formola.Blocks.Continuous.Integrator area
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Real exact = if time < 1 then min(2*time, 1) else max(1 - 4*(time - 1), 0) "limiter.y";
  equation
    connect(pulse.y, limiter.u) annotation (Line(points={{-29,0},{-12,0}}, color={0,0,127}));
    connect(limiter.y, area.u) annotation (Line(points={{11,0},{28,0}}, color={0,0,127}));
    annotation (experiment(StopTime=1.9, Tolerance=1e-6),
      Documentation(info="<html><p>Rises with the slope 2 and falls with the slope -4, up to the
time
constant <code>Td</code>; the area is 0.75 + 0.125.</p></html>"));
  end RateLimit;

  model Signals "All signal sources and static blocks"
    extends Icons.Example;
    Formola.Blocks.Sources.Sine sine(f=1, amplitude=2, offset=0.5)
      annotation (Placement(transformation(extent={{-100,-30},{-80,-10}})));
    Formola.Blocks.Sources.ExpSine expSine(f=2, damping=1)
      annotation (Placement(transformation(extent={{-100,-110},{-80,-90}})));
    Formola.Blocks.Sources.Ramp ramp(duration=1, height=3, startTime=0.5)
      annotation (Placement(transformation(extent={{-100,90},{-80,110}})));
    Formola.Blocks.Sources.Pulse pulse(period=0.5, width=25, amplitude=2)
      annotation (Placement(transformation(extent={{-100,50},{-80,70}})));
    Formola.Blocks.Sources.Clock clock
      annotation (Placement(transformation(extent={{20,50},{40,70}})));
    Formola.Blocks.Math.Gain gain(k=3)
      annotation (Placement(transformation(extent={{20,-30},{40,-10}})));
    Formola.Blocks.Math.Add add(k2=-1)
      annotation (Placement(transformation(extent={{-40,90},{-20,110}})));
    Formola.Blocks.Math.Sum sum(nu=3, k={1, 2, 3})
      annotation (Placement(transformation(extent={{-40,50},{-20,70}})));
    Formola.Blocks.Math.Product product
      annotation (Placement(transformation(extent={{-40,-110},{-20,-90}})));
    Formola.Blocks.Math.Division division
      annotation (Placement(transformation(extent={{80,-70},{100,-50}})));
    Formola.Blocks.Math.Min minimum
      annotation (Placement(transformation(extent={{-80,-70},{-100,-50}})));
    Formola.Blocks.Math.Max maximum
      annotation (Placement(transformation(extent={{-40,-70},{-20,-50}})));
    Formola.Blocks.Math.Abs absolute
      annotation (Placement(transformation(extent={{-40,-30},{-20,-10}})));
    Formola.Blocks.Math.Sqrt root
      annotation (Placement(transformation(extent={{80,90},{100,110}})));
    Formola.Blocks.Math.Sin sin_ annotation (Placement(transformation(extent={{80,10},{100,30}})));
    Formola.Blocks.Math.Cos cos_ annotation (Placement(transformation(extent={{80,50},{100,70}})));
    Formola.Blocks.Sources.Constant two(k=2)
      annotation (Placement(transformation(extent={{20,-110},{40,-90}})));
    Formola.Blocks.Nonlinear.Limiter limiter(uMax=1)
      annotation (Placement(transformation(extent={{20,-70},{40,-50}})));
    Formola.Blocks.Nonlinear.DeadZone deadZone(uMax=1)
      annotation (Placement(transformation(extent={{-40,10},{-20,30}})));
    Formola.Blocks.Nonlinear.RateLimiter rateLimiter(rising=2)
      annotation (Placement(transformation(extent={{20,10},{40,30}})));
    Formola.Blocks.Nonlinear.FixedDelay delay_(delayTime=0.25)
      annotation (Placement(transformation(extent={{-80,10},{-100,30}})));
  equation
    connect(sine.y, gain.u)
      annotation (Line(points={{-79,-20},{-46,-20},{-46,-4},{14,-4},{14,-20},{18,-20}},
        color={0,0,127}));
    connect(sine.y, add.u1)
      annotation (Line(points={{-79,-20},{-74,-20},{-74,60},{-46,60},{-46,106},{-42,106}},
        color={0,0,127}));
    connect(ramp.y, add.u2)
      annotation (Line(points={{-79,100},{-46,100},{-46,94},{-42,94}}, color={0,0,127}));
    connect(sine.y, sum.u[1])
      annotation (Line(points={{-79,-20},{-74,-20},{-74,60},{-42,60}}, color={0,0,127}));
    connect(ramp.y, sum.u[2])
      annotation (Line(points={{-79,100},{-46,100},{-46,60},{-42,60}}, color={0,0,127}));
    connect(pulse.y, sum.u[3]) annotation (Line(points={{-79,60},{-42,60}}, color={0,0,127}));
    connect(sine.y, product.u1)
      annotation (Line(points={{-79,-20},{-46,-20},{-46,-94},{-42,-94}}, color={0,0,127}));
    connect(expSine.y, product.u2)
      annotation (Line(points={{-79,-100},{-46,-100},{-46,-106},{-42,-106}}, color={0,0,127}));
    connect(sine.y, division.u1)
      annotation (Line(points={{-79,-20},{-46,-20},{-46,-44},{74,-44},{74,-54},{78,-54}},
        color={0,0,127}));
    connect(two.y, division.u2)
      annotation (Line(points={{41,-100},{74,-100},{74,-66},{78,-66}}, color={0,0,127}));
    connect(sine.y, minimum.u1)
      annotation (Line(points={{-79,-20},{-74,-20},{-74,-54},{-78,-54}}, color={0,0,127}));
    connect(expSine.y, minimum.u2)
      annotation (Line(points={{-79,-100},{-74,-100},{-74,-66},{-78,-66}}, color={0,0,127}));
    connect(sine.y, maximum.u1)
      annotation (Line(points={{-79,-20},{-46,-20},{-46,-54},{-42,-54}}, color={0,0,127}));
    connect(expSine.y, maximum.u2)
      annotation (Line(points={{-79,-100},{-74,-100},{-74,-66},{-42,-66}}, color={0,0,127}));
    connect(sine.y, absolute.u) annotation (Line(points={{-79,-20},{-42,-20}}, color={0,0,127}));
    connect(clock.y, root.u)
      annotation (Line(points={{41,60},{74,60},{74,100},{78,100}}, color={0,0,127}));
    connect(clock.y, sin_.u)
      annotation (Line(points={{41,60},{74,60},{74,20},{78,20}}, color={0,0,127}));
    connect(clock.y, cos_.u) annotation (Line(points={{41,60},{78,60}}, color={0,0,127}));
    connect(sine.y, limiter.u)
      annotation (Line(points={{-79,-20},{-46,-20},{-46,-44},{14,-44},{14,-60},{18,-60}},
        color={0,0,127}));
    connect(sine.y, deadZone.u)
      annotation (Line(points={{-79,-20},{-46,-20},{-46,20},{-42,20}}, color={0,0,127}));
    connect(sine.y, rateLimiter.u)
      annotation (Line(points={{-79,-20},{-46,-20},{-46,-4},{14,-4},{14,20},{18,20}},
        color={0,0,127}));
    connect(sine.y, delay_.u)
      annotation (Line(points={{-79,-20},{-74,-20},{-74,20},{-78,20}}, color={0,0,127}));
    annotation (Diagram(coordinateSystem(extent={{-100,-120},{100,120}})),
      experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>Each output follows directly from the documentation of its
block.</p></html>"));
  end Signals;

  model SampledLoop "Integrator controlled by a sampled proportional controller"
    extends Icons.Example;
    Formola.Blocks.Sources.Constant reference(k=1)
      annotation (Placement(transformation(extent={{-50,10},{-30,30}})));
    Formola.Blocks.Math.Feedback error
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    Formola.Blocks.Math.Gain controller(k=5)
      annotation (Placement(transformation(extent={{30,10},{50,30}})));
    Formola.Blocks.Discrete.ZeroOrderHold hold(samplePeriod=0.1)
      annotation (Placement(transformation(extent={{50,-30},{30,-10}})));
    Formola.Blocks.Continuous.Integrator plant
      annotation (Placement(transformation(extent={{10,-30},{-10,-10}})));
  equation
    connect(reference.y, error.u1)
      annotation (Line(points={{-29,20},{-16,20},{-16,26},{-12,26}}, color={0,0,127}));
    connect(plant.y, error.u2)
      annotation (Line(points={{-11,-20},{-16,-20},{-16,14},{-12,14}}, color={0,0,127}));
    connect(error.y, controller.u) annotation (Line(points={{11,20},{28,20}}, color={0,0,127}));
    connect(controller.y, hold.u)
      annotation (Line(points={{51,20},{56,20},{56,-20},{52,-20}}, color={0,0,127}));
    connect(hold.y, plant.u) annotation (Line(points={{29,-20},{12,-20}}, color={0,0,127}));
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>At the sample instants <code>t = 0.1*k</code>:
<code>plant.y = 1 - (1 - 5*0.1)^k</code>; straight lines between.</p></html>"));
  end SampledLoop;

  model DiscreteController "First-order plant with a sampled PI controller"
    extends Icons.Example;
    Formola.Blocks.Sources.Constant reference(k=1)
      annotation (Placement(transformation(extent={{-90,-10},{-70,10}})));
    Formola.Blocks.Math.Feedback error
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Formola.Blocks.Discrete.DiscretePI controller(samplePeriod=0.05, k=2, T=0.5, yMax=1.5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Formola.Blocks.Continuous.FirstOrder plant(T=0.5)
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Formola.Blocks.Discrete.UnitDelay unitDelay(samplePeriod=0.05)
      annotation (Placement(transformation(extent={{70,30},{90,50}})));
    Formola.Blocks.Discrete.Sampler sampler(samplePeriod=0.05)
      annotation (Placement(transformation(extent={{70,-10},{90,10}})));
    Formola.Blocks.Discrete.DiscreteIntegrator integral(samplePeriod=0.05)
      annotation (Placement(transformation(extent={{-10,30},{10,50}})));
    Formola.Blocks.Discrete.DiscreteStateSpace filter(samplePeriod=0.05, A={{0.8}}, B={{0.2}})
      annotation (Placement(transformation(extent={{70,-50},{90,-30}})));
  equation
    connect(reference.y, error.u1)
      annotation (Line(points={{-69,0},{-56,0},{-56,6},{-52,6}}, color={0,0,127}));
    connect(plant.y, error.u2)
      annotation (Line(points={{51,0},{56,0},{56,-16},{-56,-16},{-56,-6},{-52,-6}},
        color={0,0,127}));
    connect(error.y, controller.u) annotation (Line(points={{-29,0},{-12,0}}, color={0,0,127}));
    connect(controller.y, plant.u) annotation (Line(points={{11,0},{28,0}}, color={0,0,127}));
    connect(plant.y, unitDelay.u)
      annotation (Line(points={{51,0},{64,0},{64,40},{68,40}}, color={0,0,127}));
    connect(plant.y, sampler.u) annotation (Line(points={{51,0},{68,0}}, color={0,0,127}));
    connect(error.y, integral.u)
      annotation (Line(points={{-29,0},{-16,0},{-16,40},{-12,40}}, color={0,0,127}));
    connect(plant.y, filter.u[1])
      annotation (Line(points={{51,0},{56,0},{56,-40},{68,-40}}, color={0,0,127}));
    annotation (experiment(StopTime=4, Tolerance=1e-6),
      Documentation(info="<html><p><code>plant.y</code> and <code>filter.y[1]</code> tend to 1,
<code>controller.y</code> stays within
-1.5 .. 1.5, <code>unitDelay.y</code> is <code>sampler.y</code> of one period before.</p></html>"));
  end DiscreteController;

  model ClockedController "Inverse plant and PI controller on a clock"
    extends Icons.Example;
    block Plant "A tank that loses more the fuller it is"
      parameter Real T=1 "Time constant";
      Real u "Inflow";
      Real y(start=0) "Level";
    equation
      T*der(y) = u - y - 0.2*y^3;
      annotation (Documentation(info="<html><p><code>T*der(y) = u - y - 0.2*y^3</code>, to be used in both directions.</p></html>"));
    end Plant;
    parameter Real Tf=0.5 "Time constant of the reference filter";
    parameter Real k=2 "Gain of the controller";
    parameter Real Ti=0.8 "Integration time of the controller";
    Clock clock=Clock(Clock(1, 20), solverMethod="ImplicitEuler") "Every 50 ms";
    Plant plant(T=1.2, y(fixed=true)) "Real plant, slower than its model";
    Plant inverse(T=1) "Model of the plant: from its output the input follows";
    Real reference "Wanted level";
    Real filtered(start=0) "Wanted level, smooth enough for the inverse";
    Real error "Difference of model and measured level";
    Real integral(start=0) "Integral of the error";
    Real u(start=0) "Command";
    Integer ticks(start=0) "Ticks of a clock ten times slower";
  equation
    reference = sample(1, clock);
    Tf*der(filtered) = reference - filtered;
    inverse.y = filtered;
    error = inverse.y - sample(plant.y);
    Ti*der(integral) = error;
    u = inverse.u + k*(error + integral);
    plant.u = hold(u);
    when subSample(clock, 10) then
      ticks = previous(ticks) + 1;
    end when;
    annotation (experiment(StopTime=12, Tolerance=1e-6),
      Documentation(info="<html><p>The filter, the inverted plant and the controller are continuous equations on a clock: they are
discretized by the implicit Euler formula with the period of the clock. <code>inverse.y</code> is given, so that its equation
determines <code>inverse.u</code>. After <code>n</code> ticks <code>filtered = 1 - 1/(1 + 0.05/0.5)^n</code>;
<code>plant.y</code> tends to 1.</p></html>"));
  end ClockedController;

  model TwoPointControl "Thermostat: first-order plant switched by a hysteresis"
    extends Icons.Example;
    Formola.Blocks.Nonlinear.Hysteresis hysteresis(uLow=0.4, uHigh=0.6)
      annotation (Placement(transformation(extent={{-10,-30},{-30,-10}})));
    Formola.Blocks.Logical.Not heat
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Formola.Blocks.Logical.BooleanToReal power
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Formola.Blocks.Continuous.FirstOrder plant(T=1)
      annotation (Placement(transformation(extent={{30,-30},{10,-10}})));
  equation
    connect(plant.y, hysteresis.u) annotation (Line(points={{9,-20},{-8,-20}}, color={0,0,127}));
    connect(hysteresis.y, heat.u)
      annotation (Line(points={{-31,-20},{-36,-20},{-36,20},{-32,20}}, color={255,0,255}));
    connect(heat.y, power.u) annotation (Line(points={{-9,20},{8,20}}, color={255,0,255}));
    connect(power.y, plant.u)
      annotation (Line(points={{31,20},{36,20},{36,-20},{32,-20}}, color={0,0,127}));
    annotation (experiment(StopTime=5, Tolerance=1e-6),
      Documentation(info="<html><p>Heating from 0 reaches 0.6 at <code>t = -log(0.4)</code>; then
the period is
<code>2*log(0.6/0.4) = 0.81093</code>.</p></html>"));
  end TwoPointControl;

  model Logic "Logical blocks"
    extends Icons.Example;
    Formola.Blocks.Sources.BooleanPulse pulse(period=1, width=50)
      annotation (Placement(transformation(extent={{-70,50},{-50,70}})));
    Formola.Blocks.Sources.BooleanStep step(startTime=1.25)
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    Formola.Blocks.Sources.BooleanConstant yes
      annotation (Placement(transformation(extent={{-130,10},{-110,30}})));
    Formola.Blocks.Sources.Clock clock
      annotation (Placement(transformation(extent={{-130,-30},{-110,-10}})));
    Formola.Blocks.Sources.Constant one(k=1)
      annotation (Placement(transformation(extent={{-130,-70},{-110,-50}})));
    Formola.Blocks.Logical.And and_
      annotation (Placement(transformation(extent={{50,50},{70,70}})));
    Formola.Blocks.Logical.Or or_ annotation (Placement(transformation(extent={{50,10},{70,30}})));
    Formola.Blocks.Logical.Xor xor_
      annotation (Placement(transformation(extent={{-70,10},{-50,30}})));
    Formola.Blocks.Logical.Edge edge_
      annotation (Placement(transformation(extent={{-110,50},{-130,70}})));
    Formola.Blocks.Logical.Pre pre_
      annotation (Placement(transformation(extent={{110,10},{130,30}})));
    Formola.Blocks.Logical.RSFlipFlop flipFlop
      annotation (Placement(transformation(extent={{50,-30},{70,-10}})));
    Formola.Blocks.Logical.Greater greater
      annotation (Placement(transformation(extent={{-70,-70},{-50,-50}})));
    Formola.Blocks.Logical.Less less
      annotation (Placement(transformation(extent={{-70,-30},{-50,-10}})));
    Formola.Blocks.Logical.GreaterThreshold threshold(threshold=1.75)
      annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
    Formola.Blocks.Logical.Switch switch
      annotation (Placement(transformation(extent={{-10,-70},{10,-50}})));
    Formola.Blocks.Logical.Timer timer
      annotation (Placement(transformation(extent={{-10,50},{10,70}})));
  equation
    connect(pulse.y, and_.u1)
      annotation (Line(points={{-49,60},{-16,60},{-16,76},{40,76},{40,66},{48,66}},
        color={255,0,255}));
    connect(step.y, and_.u2)
      annotation (Line(points={{11,20},{44,20},{44,54},{48,54}}, color={255,0,255}));
    connect(pulse.y, or_.u1)
      annotation (Line(points={{-49,60},{-16,60},{-16,76},{40,76},{40,26},{48,26}},
        color={255,0,255}));
    connect(step.y, or_.u2)
      annotation (Line(points={{11,20},{44,20},{44,14},{48,14}}, color={255,0,255}));
    connect(pulse.y, xor_.u1)
      annotation (Line(points={{-49,60},{-44,60},{-44,36},{-76,36},{-76,26},{-72,26}},
        color={255,0,255}));
    connect(yes.y, xor_.u2)
      annotation (Line(points={{-109,20},{-76,20},{-76,14},{-72,14}}, color={255,0,255}));
    connect(pulse.y, edge_.u)
      annotation (Line(points={{-49,60},{-44,60},{-44,36},{-104,36},{-104,60},{-108,60}},
        color={255,0,255}));
    connect(step.y, pre_.u)
      annotation (Line(points={{11,20},{44,20},{44,4},{104,4},{104,20},{108,20}},
        color={255,0,255}));
    connect(step.y, flipFlop.S)
      annotation (Line(points={{11,20},{44,20},{44,-14},{48,-14}}, color={255,0,255}));
    connect(threshold.y, flipFlop.R)
      annotation (Line(points={{11,-20},{44,-20},{44,-26},{48,-26}}, color={255,0,255}));
    connect(clock.y, greater.u1)
      annotation (Line(points={{-109,-20},{-76,-20},{-76,-54},{-72,-54}}, color={0,0,127}));
    connect(one.y, greater.u2)
      annotation (Line(points={{-109,-60},{-76,-60},{-76,-66},{-72,-66}}, color={0,0,127}));
    connect(clock.y, less.u1)
      annotation (Line(points={{-109,-20},{-76,-20},{-76,-14},{-72,-14}}, color={0,0,127}));
    connect(one.y, less.u2)
      annotation (Line(points={{-109,-60},{-80,-60},{-80,-26},{-72,-26}}, color={0,0,127}));
    connect(clock.y, threshold.u)
      annotation (Line(points={{-109,-20},{-76,-20},{-76,-4},{-16,-4},{-16,-20},{-12,-20}},
        color={0,0,127}));
    connect(clock.y, switch.u1)
      annotation (Line(points={{-109,-20},{-76,-20},{-76,-4},{-16,-4},{-16,-52},{-12,-52}},
        color={0,0,127}));
    connect(greater.y, switch.u2)
      annotation (Line(points={{-49,-60},{-12,-60}}, color={255,0,255}));
    connect(one.y, switch.u3)
      annotation (Line(points={{-109,-60},{-76,-60},{-76,-76},{-16,-76},{-16,-68},{-12,-68}},
        color={0,0,127}));
    connect(pulse.y, timer.u) annotation (Line(points={{-49,60},{-12,60}}, color={255,0,255}));
    annotation (Diagram(coordinateSystem(extent={{-140,-100},{140,100}})),
      experiment(StopTime=2.4, Tolerance=1e-6),
      Documentation(info="<html><p><code>switch.y = max(time, 1)</code>; the flip-flop is true from
1.25 to 1.75;
<code>timer.y</code> is the time since the last start of a pulse while the pulse
lasts.</p></html>"));
  end Logic;

  annotation (Documentation(info="<html><p>Examples of Formola.Blocks.</p></html>"));
end Blocks;
