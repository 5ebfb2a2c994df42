within Formola.Translational;
package Sources "Forces and prescribed motion"
  extends Icons.Package;

  partial model Source "Source at one flange"
    Interfaces.TranslationalFlange_b flange "Flange"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    annotation (Icon(graphics={
      Rectangle(extent={{-80,40},{80,-40}}, lineColor={0,127,0}, fillColor={240,250,240},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,100},{150,60}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Base of sources that act on one flange.</p></html>"));
  end Source;

  model Force "Force given by a signal"
    extends Source;
    Interfaces.RealInput f(unit="N") "Force that drives the flange"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  equation
    flange.f = -f;
    annotation (Icon(graphics={Text(extent={{-70,30},{70,-30}}, textString="f")}),
      Documentation(info="<html><p>A positive force accelerates the flange forward.</p></html>"));
  end Force;

  model ConstantForce "Constant force"
    extends Source;
    parameter Units.Force f(start=1) "Force that drives the flange";
  equation
    flange.f = -f;
    annotation (Icon(graphics={Text(extent={{-70,30},{70,-30}}, textString="%f")}),
      Documentation(info="<html><p>A positive force accelerates the flange forward.</p></html>"));
  end ConstantForce;

  model Speed "Flange whose speed is a signal"
    extends Source;
    parameter Units.Position s_start = 0 "Position at the start";
    Units.Position s(start=s_start, fixed=true) "Position";
    Interfaces.RealInput v_ref(unit="m/s") "Speed"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  equation
    s = flange.s;
    der(s) = v_ref;
    annotation (Icon(graphics={Text(extent={{-70,30},{70,-30}}, textString="v")}),
      Documentation(info="<html><p>The signal is differentiated when a mass hangs on the
flange.</p></html>"));
  end Speed;

  model Position "Flange whose position is a signal"
    extends Source;
    Interfaces.RealInput s_ref(unit="m") "Position"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  equation
    flange.s = s_ref;
    annotation (Icon(graphics={Text(extent={{-70,30},{70,-30}}, textString="s")}),
      Documentation(info="<html><p>The signal is differentiated twice when a mass hangs on the
flange.</p></html>"));
  end Position;

  annotation (Documentation(info="<html><p>Sources act against the housing.</p></html>"));
end Sources;
