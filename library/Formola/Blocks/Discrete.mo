within Formola.Blocks;
package Discrete "Sampled blocks"
  extends Icons.Package;

  partial block SampledSISO "Sampled block with one input and one output"
    extends Interfaces.SISO;
    parameter Units.Time samplePeriod(min=Constants.small, start=0.1) "Sample period";
    parameter Units.Time startTime = 0 "First sample";
  protected
    Boolean sampleTrigger "true at sample instants";
  equation
    sampleTrigger = sample(startTime, samplePeriod);
    annotation (Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,127},
        fillColor={223,223,250}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Base of blocks with one input and one output that act at
the instants <code>startTime + k*samplePeriod</code> and keep their output in
between.</p></html>"));
  end SampledSISO;

  block Sampler "Sampled input"
    extends SampledSISO;
    parameter Real y_start = 0 "Output before the first sample";
  protected
    discrete Real ySample(start=y_start, fixed=true) "Sampled value";
  equation
    when sampleTrigger then
      ySample = u;
    end when;
    y = ySample;
    annotation (Icon(graphics={Line(points={{-80,0},{-30,0},{30,40}}, color={0,0,127}),
      Line(points={{30,0},{80,0}}, color={0,0,127})}),
      Documentation(info="<html><p>Value of the input at the last sample instant.</p></html>"));
  end Sampler;

  block ZeroOrderHold "Zero-order hold"
    extends SampledSISO;
    parameter Real y_start = 0 "Output before the first sample";
  protected
    discrete Real ySample(start=y_start, fixed=true) "Sampled value";
  equation
    when sampleTrigger then
      ySample = u;
    end when;
    // The output changes just after the sample instant: the hold has no direct path.
    y = pre(ySample);
    annotation (Icon(graphics={Line(points={{-80,-40},{-40,-40},{-40,10},{0,10},{0,40},{40,40},{40,20},{80,20}}, color={0,0,127})}),
      Documentation(info="<html><p>Holds the input between sample instants; the output takes the new
value
directly after the instant.</p></html>"));
  end ZeroOrderHold;

  block UnitDelay "Delay by one sample period"
    extends SampledSISO;
    parameter Real y_start = 0 "Output until the second sample";
  protected
    discrete Real ySample(start=y_start, fixed=true) "Delayed value";
    discrete Real uSample(start=y_start, fixed=true) "Value of the last sample";
  equation
    when sampleTrigger then
      ySample = pre(uSample);
      uSample = u;
    end when;
    y = ySample;
    annotation (Icon(graphics={Text(extent={{-60,80},{60,0}}, textString="1"),
      Line(points={{-60,0},{60,0}}, color={0,0,127}),
      Text(extent={{-60,0},{60,-80}}, textString="z")}),
      Documentation(info="<html><p><code>y(k) = u(k - 1)</code>.</p></html>"));
  end UnitDelay;

  block DiscreteIntegrator "Sum of the samples times the period"
    extends SampledSISO;
    parameter Real k = 1 "Gain";
    parameter Real y_start = 0 "Output at the start";
  protected
    discrete Real ySample(start=y_start, fixed=true) "Sum";
    discrete Real uSample(start=0, fixed=true) "Value of the last sample";
  equation
    when sampleTrigger then
      ySample = pre(ySample) + k*samplePeriod*pre(uSample);
      uSample = u;
    end when;
    y = ySample;
    annotation (Icon(graphics={Text(extent={{-80,80},{80,0}}, textString="k T"),
      Line(points={{-80,0},{80,0}}, color={0,0,127}),
      Text(extent={{-80,0},{80,-80}}, textString="z - 1")}),
      Documentation(info="<html><p><code>y(k) = y(k - 1) + k*samplePeriod*u(k - 1)</code> (forward
Euler).</p></html>"));
  end DiscreteIntegrator;

  block DiscretePI "Sampled PI controller with limited output"
    extends SampledSISO;
    parameter Real k = 1 "Gain";
    parameter Units.Time T(start=1, min=Constants.small) "Integration time";
    parameter Real yMax = Constants.inf "Largest output";
    parameter Real yMin = -yMax "Smallest output";
    parameter Real x_start = 0 "Integral part at the start";
  protected
    discrete Real x(start=x_start, fixed=true) "Integral of u/T";
    discrete Real v(start=0, fixed=true) "Output before the limits";
    discrete Real ySample(start=0, fixed=true) "Output";
  equation
    when sampleTrigger then
      v = k*(pre(x) + u);
      ySample = if v > yMax then yMax else if v < yMin then yMin else v;
      // The integral stands still while it would drive the output further beyond a limit.
      x = if (v > yMax and u > 0) or (v < yMin and u < 0) then pre(x) else
        pre(x) + samplePeriod/T*u;
    end when;
    y = ySample;
    annotation (Icon(graphics={Line(points={{-80,-60},{-60,-60},{-60,0},{-20,0},{-20,20},{20,20},{20,40},{60,40}}, color={0,0,127}),
      Text(extent={{0,0},{80,-60}}, textString="PI")}),
      Documentation(info="<html><p><code>y(k) = k*(x(k) + u(k))</code>, <code>x(k+1) = x(k) +
samplePeriod/T*u(k)</code>,
with conditional integration at the limits.</p></html>"));
  end DiscretePI;

  block DiscreteStateSpace "Sampled linear state space system"
    extends Interfaces.MIMO(final nu=size(B, 2), final ny=size(C, 1));
    parameter Units.Time samplePeriod(min=Constants.small, start=0.1) "Sample period";
    parameter Units.Time startTime = 0 "First sample";
    parameter Real A[:, :] = {{0.5}} "System matrix";
    parameter Real B[size(A, 1), :] = {{1}} "Input matrix";
    parameter Real C[:, size(A, 1)] = {{1}} "Output matrix";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Direct gain";
    parameter Real x_start[size(A, 1)] = zeros(size(A, 1)) "States at the first sample";
    discrete Real x[size(A, 1)](start=x_start, each fixed=true) "States after the last sample";
  protected
    discrete Real ySample[ny](each start=0, each fixed=true) "Outputs";
  equation
    when sample(startTime, samplePeriod) then
      ySample = C*pre(x) + D*u;
      x = A*pre(x) + B*u;
    end when;
    y = ySample;
    annotation (Icon(graphics={Text(extent={{-90,60},{90,0}}, textString="A  B"),
      Text(extent={{-90,0},{90,-60}}, textString="C  D"),
      Text(extent={{40,90},{90,50}}, textString="z")}),
      Documentation(info="<html><p><code>y(k) = C*x(k) + D*u(k)</code>, <code>x(k+1) = A*x(k) +
B*u(k)</code>.</p></html>"));
  end DiscreteStateSpace;

  annotation (Documentation(info="<html><p>Blocks that compute at sample instants and hold in
between.</p></html>"));
end Discrete;
