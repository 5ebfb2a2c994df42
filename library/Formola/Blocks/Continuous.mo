within Formola.Blocks;
package Continuous "Continuous-time linear systems and controllers"
  extends Icons.Package;

  block Integrator "Integral of the input"
    extends Interfaces.SISO(y(start=y_start, fixed=true));
    parameter Real k = 1 "Gain";
    parameter Real y_start = 0 "Output at the start";
  equation
    der(y) = k*u;
    annotation (Icon(graphics={Text(extent={{-60,80},{60,0}}, textString="k"),
      Line(points={{-60,0},{60,0}}, color={0,0,127}),
      Text(extent={{-60,0},{60,-80}}, textString="s")}),
      Documentation(info="<html><p><code>der(y) = k*u</code>.</p></html>"));
  end Integrator;

  block Derivative "Filtered derivative"
    extends Interfaces.SISO;
    parameter Real k = 1 "Gain";
    parameter Units.Time T(min=Constants.small) = 0.01 "Time constant of the filter";
    parameter Real x_start = 0 "State at the start";
    Real x(start=x_start, fixed=true) "Filtered input";
  equation
    T*der(x) = u - x;
    y = k*(u - x)/T;
    annotation (Icon(graphics={Text(extent={{-80,80},{80,0}}, textString="k s"),
      Line(points={{-80,0},{80,0}}, color={0,0,127}),
      Text(extent={{-80,0},{80,-80}}, textString="T s + 1")}),
      Documentation(info="<html><p>Transfer function <code>k*s/(T*s + 1)</code>.</p></html>"));
  end Derivative;

  block FirstOrder "First-order lag"
    extends Interfaces.SISO(y(start=y_start, fixed=true));
    parameter Real k = 1 "Gain";
    parameter Units.Time T(start=1) "Time constant";
    parameter Real y_start = 0 "Output at the start";
  equation
    T*der(y) = k*u - y;
    annotation (Icon(graphics={Text(extent={{-80,80},{80,0}}, textString="k"),
      Line(points={{-80,0},{80,0}}, color={0,0,127}),
      Text(extent={{-80,0},{80,-80}}, textString="T s + 1")}),
      Documentation(info="<html><p>Transfer function <code>k/(T*s + 1)</code>.</p></html>"));
  end FirstOrder;

  block SecondOrder "Second-order lag"
    extends Interfaces.SISO(y(start=y_start, fixed=true));
    parameter Real k = 1 "Gain";
    parameter Units.AngularVelocity w(start=1) "Natural angular frequency";
    parameter Real D(start=1) "Damping";
    parameter Real y_start = 0 "Output at the start";
    parameter Real yd_start = 0 "Derivative of the output at the start";
    Real yd(start=yd_start, fixed=true) "Derivative of the output";
  equation
    der(y) = yd;
    der(yd) = w*(w*(k*u - y) - 2*D*yd);
    annotation (Icon(graphics={Line(points={{-80,-60},{-50,-40},{-20,50},{10,20},{40,35},{80,30}},
      color={0,0,127},
        smooth=Smooth.Bezier), Text(extent={{0,0},{90,-60}}, textString="PT2")}),
      Documentation(info="<html><p>Transfer function <code>k/((s/w)^2 + 2*D*s/w +
1)</code>.</p></html>"));
  end SecondOrder;

  block TransferFunction "Rational transfer function"
    extends Interfaces.SISO;
    parameter Real b[:] = {1} "Numerator, highest power of s first";
    parameter Real a[:] = {1} "Denominator, highest power of s first, a[1] <> 0";
    parameter Real x_start[size(a, 1) - 1] = zeros(size(a, 1) - 1) "States at the start";
    Real x[size(a, 1) - 1](start=x_start, each fixed=true) "States (controller canonical form)";
  protected
    parameter Integer na = size(a, 1) "Number of denominator coefficients";
    parameter Integer nb = size(b, 1) "Number of numerator coefficients";
    parameter Integer nx = na - 1 "Order";
    parameter Real bb[na] = cat(1, zeros(na - nb), b) "Numerator, filled up with zeros";
    parameter Real d = bb[1]/a[1] "Direct gain";
  equation
    assert(nb <= na, "TransferFunction: the numerator has a higher degree than the denominator");
    if nx == 0 then
      y = d*u;
    else
      // With U/A(s) =: x[nx], x[i] is its derivative of order nx - i.
      der(x[1]) = (u - a[2:na]*x)/a[1];
      der(x[2:nx]) = x[1:nx - 1];
      y = (bb[2:na] - d*a[2:na])*x + d*u;
    end if;
    annotation (Icon(graphics={Text(extent={{-80,80},{80,0}}, textString="b(s)"),
      Line(points={{-80,0},{80,0}}, color={0,0,127}),
      Text(extent={{-80,0},{80,-80}}, textString="a(s)")}),
      Documentation(info="<html><p><code>y = b(s)/a(s)*u</code> in controller canonical form. The
numerator
must not have a higher degree than the denominator.</p></html>"));
  end TransferFunction;

  block StateSpace "Linear state space system"
    extends Interfaces.MIMO(final nu=size(B, 2), final ny=size(C, 1));
    parameter Real A[:, :] = {{-1}} "System matrix";
    parameter Real B[size(A, 1), :] = {{1}} "Input matrix";
    parameter Real C[:, size(A, 1)] = {{1}} "Output matrix";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Direct gain";
    parameter Real x_start[size(A, 1)] = zeros(size(A, 1)) "States at the start";
    Real x[size(A, 1)](start=x_start, each fixed=true) "States";
  equation
    der(x) = A*x + B*u;
    y = C*x + D*u;
    annotation (Icon(graphics={Text(extent={{-90,60},{90,0}}, textString="A  B"),
      Text(extent={{-90,0},{90,-60}}, textString="C  D")}),
      Documentation(info="<html><p><code>der(x) = A*x + B*u</code>, <code>y = C*x +
D*u</code>.</p></html>"));
  end StateSpace;

  block PI "Proportional-integral controller"
    extends Interfaces.SISO;
    parameter Real k = 1 "Gain";
    parameter Units.Time T(start=1, min=Constants.small) "Integration time";
    parameter Real x_start = 0 "State at the start";
    Real x(start=x_start, fixed=true) "Integral of u/T";
  equation
    der(x) = u/T;
    y = k*(x + u);
    annotation (Icon(graphics={Line(points={{-80,-60},{-60,-60},{-60,0},{60,60}}, color={0,0,127}),
      Text(extent={{0,0},{80,-60}}, textString="PI")}),
      Documentation(info="<html><p>Transfer function <code>k*(1 + 1/(T*s))</code>.</p></html>"));
  end PI;

  block PID "Proportional-integral-derivative controller without limits"
    extends Interfaces.SISO;
    parameter Real k = 1 "Gain";
    parameter Units.Time Ti(min=Constants.small) = 0.5 "Integration time";
    parameter Units.Time Td(min=0) = 0.1 "Derivative time";
    parameter Real Nd(min=Constants.small) = 10
      "The filter of the derivative has the time constant Td/Nd";
    Real x(start=0, fixed=true) "Integral of u/Ti";
    Real xd(start=0, fixed=true) "Filtered input";
  equation
    Ti*der(x) = u;
    (if Td > 0 then Td/Nd else 1)*der(xd) = u - xd;
    y = k*(u + x + Td*der(xd));
    annotation (Icon(graphics={Line(points={{-80,-60},{-60,-60},{-60,70},{-50,0},{60,60}},
      color={0,0,127}),
      Text(extent={{0,0},{80,-60}}, textString="PID")}),
      Documentation(info="<html><p>Transfer function <code>k*(1 + 1/(Ti*s) + Td*s/(Td/Nd*s +
1))</code>.</p></html>"));
  end PID;

  block LimPI "PI controller with limited output and anti-windup"
    extends Interfaces.SISO;
    parameter Real k = 1 "Gain";
    parameter Units.Time T(min=Constants.small) = 0.5 "Integration time";
    parameter Real yMax(start=1) "Largest output";
    parameter Real yMin = -yMax "Smallest output";
    parameter Units.Time Tt(min=Constants.small) = T "Tracking time of the anti-windup";
    parameter Real x_start = 0 "Integral part at the start";
    Real x(start=x_start, fixed=true) "Integral part";
    Real v "Output before the limits";
  equation
    v = k*u + x;
    der(x) = k/T*u + (y - v)/Tt;
    y = smooth(0, if v > yMax then yMax else if v < yMin then yMin else v);
    annotation (Icon(graphics={Line(points={{-80,-60},{-60,-60},{-60,0},{20,40},{80,40}},
      color={0,0,127}),
      Text(extent={{0,0},{80,-60}}, textString="PI")}),
      Documentation(info="<html><p>As <code>PI</code> within the limits. When the output is at a
limit,
the integral part tracks it with the time constant <code>Tt</code>, so that the controller returns at
once when the sign of its input changes (back calculation; Astrom, Hagglund: PID controllers, 1995,
section 3.5).</p></html>"));
  end LimPI;

  block LimPID "PID controller with limited output, anti-windup and set-point weights"
    extends Interfaces.SO;
    parameter Real k = 1 "Gain";
    parameter Units.Time Ti(min=Constants.small) = 0.5 "Integration time";
    parameter Units.Time Td(min=0) = 0.1 "Derivative time";
    parameter Real yMax(start=1) "Largest output";
    parameter Real yMin = -yMax "Smallest output";
    parameter Real wp(min=0) = 1 "Weight of the set point in the proportional part";
    parameter Real wd(min=0) = 0 "Weight of the set point in the derivative part";
    parameter Units.Time Tt(min=Constants.small) = max(sqrt(Ti*Td), Ti/10)
      "Tracking time of the anti-windup";
    parameter Real Nd(min=Constants.small) = 10
      "The filter of the derivative has the time constant Td/Nd";
    parameter Real xi_start = 0 "Integral part at the start";
    Real e "Control error";
    Real P "Proportional part";
    Real I(start=xi_start, fixed=true) "Integral part";
    Real D "Derivative part";
    Real v "Output before the limits";
    Interfaces.RealInput u_s "Set point"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Interfaces.RealInput u_m "Measurement"
      annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=90,
        origin={0,-120})));
  protected
    Real xd "Filtered input of the derivative part";
    parameter Units.Time Tf = if Td > 0 then Td/Nd else 1 "Time constant of the filter";
  initial equation
    // At rest: measurements are seldom near zero, and a jump to them is no change of theirs.
    xd = wd*u_s - u_m;
  equation
    e = u_s - u_m;
    P = k*(wp*u_s - u_m);
    // Back calculation (Astrom, Hagglund: PID controllers, 1995, section 3.5): the integral follows
    // the limited output with the time constant Tt.
    der(I) = k/Ti*e + (y - v)/Tt;
    Tf*der(xd) = wd*u_s - u_m - xd;
    D = k*Td*der(xd);
    v = P + I + D;
    y = smooth(0, if v > yMax then yMax else if v < yMin then yMin else v);
    annotation (Icon(graphics={Line(points={{-80,-60},{-60,-60},{-60,70},{-50,0},{30,50},{80,50}},
      color={0,0,127}),
      Text(extent={{0,0},{80,-60}}, textString="PID")}),
      Documentation(info="<html><p>The set point is weighted by <code>wp</code> and <code>wd</code>;
when the output is
at a limit, the integral part tracks it with the time constant <code>Tt</code>. The derivative part is
at rest at the start.</p></html>"));
  end LimPID;

  annotation (Documentation(info="<html><p>Linear systems and controllers.</p></html>"));
end Continuous;
