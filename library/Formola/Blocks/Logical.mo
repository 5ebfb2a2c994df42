within Formola.Blocks;
package Logical "Boolean blocks"
  extends Icons.Package;

  partial block BooleanSISO "Boolean block with one input"
    extends Interfaces.BooleanSO;
    Interfaces.BooleanInput u "Input"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    annotation (Documentation(info="<html><p>Base of blocks with one Boolean input and
output.</p></html>"));
  end BooleanSISO;

  partial block BooleanSI2SO "Boolean block with two inputs"
    extends Interfaces.BooleanSO;
    Interfaces.BooleanInput u1 "First input"
      annotation (Placement(transformation(extent={{-140,40},{-100,80}})));
    Interfaces.BooleanInput u2 "Second input"
      annotation (Placement(transformation(extent={{-140,-80},{-100,-40}})));
    annotation (Documentation(info="<html><p>Base of blocks with two Boolean inputs and one
output.</p></html>"));
  end BooleanSI2SO;

  partial block Comparison "Comparison of two Real signals"
    extends Interfaces.BooleanSO;
    Interfaces.RealInput u1 "First input"
      annotation (Placement(transformation(extent={{-140,40},{-100,80}})));
    Interfaces.RealInput u2 "Second input"
      annotation (Placement(transformation(extent={{-140,-80},{-100,-40}})));
    annotation (Documentation(info="<html><p>Base of blocks that compare two Real inputs; the
comparison
causes an event.</p></html>"));
  end Comparison;

  block And "Both"
    extends BooleanSI2SO;
  equation
    y = u1 and u2;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="and")}),
      Documentation(info="<html><p><code>y = u1 and u2</code>.</p></html>"));
  end And;

  block Or "At least one"
    extends BooleanSI2SO;
  equation
    y = u1 or u2;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="or")}),
      Documentation(info="<html><p><code>y = u1 or u2</code>.</p></html>"));
  end Or;

  block Xor "Exactly one"
    extends BooleanSI2SO;
  equation
    y = u1 <> u2;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="xor")}),
      Documentation(info="<html><p><code>y = u1 &lt;&gt; u2</code>.</p></html>"));
  end Xor;

  block Not "Opposite"
    extends BooleanSISO;
  equation
    y = not u;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="not")}),
      Documentation(info="<html><p><code>y = not u</code>.</p></html>"));
  end Not;

  block Pre "Value before the event"
    extends BooleanSISO;
    parameter Boolean pre_u_start = false "Value of pre(u) at the start";
  initial equation
    pre(u) = pre_u_start;
  equation
    y = pre(u);
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="pre")}),
      Documentation(info="<html><p><code>y = pre(u)</code>: breaks algebraic loops of Boolean
signals.</p></html>"));
  end Pre;

  block Edge "Rising edge"
    extends BooleanSISO;
    parameter Boolean pre_u_start = false "Value of pre(u) at the start";
  initial equation
    pre(u) = pre_u_start;
  equation
    y = edge(u);
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="edge")}),
      Documentation(info="<html><p>true at the event at which <code>u</code> becomes
true.</p></html>"));
  end Edge;

  block RSFlipFlop "Memory with set and reset, reset wins"
    extends Interfaces.BooleanSO;
    parameter Boolean q_start = false "Output before the start";
    Interfaces.BooleanInput S "Set"
      annotation (Placement(transformation(extent={{-140,40},{-100,80}})));
    Interfaces.BooleanInput R "Reset"
      annotation (Placement(transformation(extent={{-140,-80},{-100,-40}})));
  initial equation
    pre(y) = q_start;
  equation
    y = not R and (S or pre(y));
    annotation (Icon(graphics={Text(extent={{-90,80},{-40,40}}, textString="S"),
      Text(extent={{-90,-40},{-40,-80}}, textString="R"),
      Text(extent={{40,20},{90,-20}}, textString="Q")}),
      Documentation(info="<html><p><code>y = not R and (S or pre(y))</code>.</p></html>"));
  end RSFlipFlop;

  block Greater "First input greater than second"
    extends Comparison;
  equation
    y = u1 > u2;
    annotation (Icon(graphics={Text(extent={{-60,60},{60,-60}}, textString=">")}),
      Documentation(info="<html><p><code>y = u1 &gt; u2</code>.</p></html>"));
  end Greater;

  block Less "First input less than second"
    extends Comparison;
  equation
    y = u1 < u2;
    annotation (Icon(graphics={Text(extent={{-60,60},{60,-60}}, textString="<")}),
      Documentation(info="<html><p><code>y = u1 &lt; u2</code>.</p></html>"));
  end Less;

  block GreaterThreshold "Input greater than a parameter"
    extends Interfaces.BooleanSO;
    parameter Real threshold = 0 "Threshold";
    Interfaces.RealInput u "Input"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  equation
    y = u > threshold;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="> %threshold")}),
      Documentation(info="<html><p><code>y = u &gt; threshold</code>.</p></html>"));
  end GreaterThreshold;

  block Switch "Chooses one of two Real signals"
    extends Interfaces.SO;
    Interfaces.RealInput u1 "Used when u2 is true"
      annotation (Placement(transformation(extent={{-140,60},{-100,100}})));
    Interfaces.BooleanInput u2 "Choice"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Interfaces.RealInput u3 "Used when u2 is false"
      annotation (Placement(transformation(extent={{-140,-100},{-100,-60}})));
  equation
    y = if u2 then u1 else u3;
    annotation (Icon(graphics={Line(points={{-100,80},{-40,80},{10,5},{100,0}}, color={0,0,127}),
      Line(points={{-100,-80},{-40,-80}}, color={0,0,127}),
      Line(points={{-100,0},{-20,0}}, color={255,0,255})}),
      Documentation(info="<html><p><code>y = if u2 then u1 else u3</code>.</p></html>"));
  end Switch;

  block BooleanToReal "Boolean to Real"
    extends Interfaces.SO;
    parameter Real realTrue = 1 "Output for true";
    parameter Real realFalse = 0 "Output for false";
    Interfaces.BooleanInput u "Input"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  equation
    y = if u then realTrue else realFalse;
    annotation (Icon(graphics={Text(extent={{-90,40},{0,-40}}, textString="B"),
      Text(extent={{0,40},{90,-40}}, textString="R")}),
      Documentation(info="<html><p><code>y = if u then realTrue else
realFalse</code>.</p></html>"));
  end BooleanToReal;

  block Timer "Time since the input became true"
    extends Interfaces.SO;
    Interfaces.BooleanInput u "Input"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  protected
    discrete Units.Time entryTime "Time of the last rising edge";
  initial equation
    pre(entryTime) = time;
  equation
    when u then
      entryTime = time;
    end when;
    y = if u then time - entryTime else 0;
    annotation (Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={0,0,127}),
      Line(points={{0,45},{0,0},{30,20}}, color={0,0,127})}),
      Documentation(info="<html><p>Time since the input became true, zero while it is
false.</p></html>"));
  end Timer;

  annotation (Documentation(info="<html><p>Boolean algebra, comparisons and switches.</p></html>"));
end Logical;
