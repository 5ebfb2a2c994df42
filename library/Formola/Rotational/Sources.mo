within Formola.Rotational;
package Sources "Torques and prescribed motion"
  extends Icons.Package;

  partial model Source "Source at one flange"
    Interfaces.RotationalFlange_b flange "Flange"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    annotation (Icon(graphics={
      Rectangle(extent={{-80,40},{80,-40}}, lineColor={64,64,64}, fillColor={240,240,240},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,100},{150,60}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Base of sources that act on one shaft.</p></html>"));
  end Source;

  model Torque "Torque given by a signal"
    extends Source;
    Interfaces.RealInput tau(unit="N.m") "Torque that drives the flange"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  equation
    flange.tau = -tau;
    annotation (Icon(graphics={Text(extent={{-70,30},{70,-30}}, textString="tau")}),
      Documentation(info="<html><p>A positive torque accelerates the flange forward.</p></html>"));
  end Torque;

  model ConstantTorque "Constant torque"
    extends Source;
    parameter Units.Torque tau(start=1) "Torque that drives the flange";
  equation
    flange.tau = -tau;
    annotation (Icon(graphics={Text(extent={{-70,30},{70,-30}}, textString="%tau")}),
      Documentation(info="<html><p>A positive torque accelerates the flange forward.</p></html>"));
  end ConstantTorque;

  model QuadraticLoad "Load torque that grows with the square of the speed"
    extends Source;
    parameter Units.Torque tau_nominal(start=-1) "Torque at w_nominal, negative for a load";
    parameter Units.AngularVelocity w_nominal(min=Constants.small, start=1) "Nominal speed";
    Units.AngularVelocity w "Speed of the flange";
  equation
    w = der(flange.phi);
    flange.tau = -tau_nominal*smooth(1, if w >= 0 then (w/w_nominal)^2 else -(w/w_nominal)^2);
    annotation (Icon(graphics={Line(points={{-60,-30},{0,-20},{60,30}}, smooth=Smooth.Bezier)}),
      Documentation(info="<html><p>Fan or pump: <code>tau_nominal*(w/w_nominal)^2</code> with the
sign of the speed.</p></html>"));
  end QuadraticLoad;

  model ConstantSpeed "Flange that turns with constant speed"
    extends Source;
    parameter Units.AngularVelocity w_fixed(start=1) "Speed";
    parameter Units.Angle phi_start = 0 "Angle at the start";
    Units.Angle phi(start=phi_start, fixed=true) "Angle";
  equation
    phi = flange.phi;
    der(phi) = w_fixed;
    annotation (Icon(graphics={Text(extent={{-70,30},{70,-30}}, textString="%w_fixed")}),
      Documentation(info="<html><p><code>der(phi) = w_fixed</code>.</p></html>"));
  end ConstantSpeed;

  model Speed "Flange whose speed is a signal"
    extends Source;
    parameter Boolean exact = true
      "false: the speed passes a filter, so that it need not be differentiable"
      annotation (Evaluate=true);
    parameter Units.Frequency f_crit = 50 "Critical frequency of the filter";
    parameter Units.Angle phi_start = 0 "Angle at the start";
    Units.Angle phi(start=phi_start, fixed=true) "Angle";
    Units.AngularVelocity w "Speed";
    Interfaces.RealInput w_ref(unit="rad/s") "Speed"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  initial equation
    if not exact then
      w = w_ref;
    end if;
  equation
    phi = flange.phi;
    w = der(phi);
    if exact then
      w = w_ref;
    else
      der(w) = 2*Constants.pi*f_crit*(w_ref - w);
    end if;
    annotation (Icon(graphics={Text(extent={{-70,30},{70,-30}}, textString="w")}),
      Documentation(info="<html><p>With <code>exact</code> the signal is differentiated once when an
inertia hangs on
the flange; else it passes a first-order filter.</p></html>"));
  end Speed;

  model Position "Flange whose angle is a signal"
    extends Source;
    parameter Boolean exact = true
      "false: the angle passes a filter, so that it need not be differentiable"
      annotation (Evaluate=true);
    parameter Units.Frequency f_crit = 50 "Critical frequency of the filter";
    Units.Angle phi "Angle";
    Units.AngularVelocity w "Speed";
    Interfaces.RealInput phi_ref(unit="rad") "Angle"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  protected
    parameter Units.AngularVelocity w_crit = 2*Constants.pi*f_crit "Critical angular frequency";
  initial equation
    if not exact then
      phi = phi_ref;
      w = 0;
    end if;
  equation
    phi = flange.phi;
    w = der(phi);
    if exact then
      phi = phi_ref;
    else
      // Second-order filter with critical damping
      der(w) = w_crit*(w_crit*(phi_ref - phi) - 2*w);
    end if;
    annotation (Icon(graphics={Text(extent={{-70,30},{70,-30}}, textString="phi")}),
      Documentation(info="<html><p>With <code>exact</code> the signal is differentiated twice when
an inertia hangs on
the flange; else it passes a second-order filter.</p></html>"));
  end Position;

  annotation (Documentation(info="<html><p>Sources act against the housing.</p></html>"));
end Sources;
