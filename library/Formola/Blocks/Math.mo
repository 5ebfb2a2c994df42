within Formola.Blocks;
package Math "Mathematical blocks"
  extends Icons.Package;

  block Gain "Product with a constant"
    extends Interfaces.SISO;
    parameter Real k(start=1) "Gain";
  equation
    y = k*u;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%k")}),
      Documentation(info="<html><p><code>y = k*u</code>.</p></html>"));
  end Gain;

  block Add "Weighted sum of two signals"
    extends Interfaces.SI2SO;
    parameter Real k1 = 1 "Weight of the first input";
    parameter Real k2 = 1 "Weight of the second input";
  equation
    y = k1*u1 + k2*u2;
    annotation (Icon(graphics={Text(extent={{-60,60},{60,-60}}, textString="+")}),
      Documentation(info="<html><p><code>y = k1*u1 + k2*u2</code>.</p></html>"));
  end Add;

  block Sum "Weighted sum of a vector of signals"
    extends Interfaces.MISO;
    parameter Real k[nu] = ones(nu) "Weights";
  equation
    y = k*u;
    annotation (Icon(graphics={Text(extent={{-60,60},{60,-60}}, textString="sum")}),
      Documentation(info="<html><p><code>y = k[1]*u[1] + ... + k[nu]*u[nu]</code>.</p></html>"));
  end Sum;

  block Feedback "Difference of two signals"
    extends Interfaces.SI2SO;
  equation
    y = u1 - u2;
    annotation (Icon(graphics={Text(extent={{-60,60},{60,-60}}, textString="-")}),
      Documentation(info="<html><p><code>y = u1 - u2</code>.</p></html>"));
  end Feedback;

  block Product "Product of two signals"
    extends Interfaces.SI2SO;
  equation
    y = u1*u2;
    annotation (Icon(graphics={Text(extent={{-60,60},{60,-60}}, textString="x")}),
      Documentation(info="<html><p><code>y = u1*u2</code>.</p></html>"));
  end Product;

  block Division "Quotient of two signals"
    extends Interfaces.SI2SO;
  equation
    y = u1/u2;
    annotation (Icon(graphics={Text(extent={{-60,60},{60,-60}}, textString="/")}),
      Documentation(info="<html><p><code>y = u1/u2</code>.</p></html>"));
  end Division;

  block Min "Smaller of two signals"
    extends Interfaces.SI2SO;
  equation
    y = min(u1, u2);
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="min")}),
      Documentation(info="<html><p><code>y = min(u1, u2)</code>.</p></html>"));
  end Min;

  block Max "Larger of two signals"
    extends Interfaces.SI2SO;
  equation
    y = max(u1, u2);
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="max")}),
      Documentation(info="<html><p><code>y = max(u1, u2)</code>.</p></html>"));
  end Max;

  block Abs "Absolute value"
    extends Interfaces.SISO;
  equation
    y = abs(u);
    annotation (Icon(graphics={Line(points={{-70,60},{0,-40},{70,60}}, color={0,0,127})}),
      Documentation(info="<html><p><code>y = abs(u)</code>, with an event where <code>u</code>
changes sign.</p></html>"));
  end Abs;

  block Sqrt "Square root"
    extends Interfaces.SISO;
  equation
    y = sqrt(u);
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="sqrt")}),
      Documentation(info="<html><p><code>y = sqrt(u)</code>, <code>u</code> must not be
negative.</p></html>"));
  end Sqrt;

  block Sin "Sine"
    extends Interfaces.SISO;
  equation
    y = sin(u);
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="sin")}),
      Documentation(info="<html><p><code>y = sin(u)</code>.</p></html>"));
  end Sin;

  block Cos "Cosine"
    extends Interfaces.SISO;
  equation
    y = cos(u);
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="cos")}),
      Documentation(info="<html><p><code>y = cos(u)</code>.</p></html>"));
  end Cos;

  block Table1D "Linear interpolation in a table"
    extends Interfaces.SISO;
    parameter Real table[:, 2] = {{0, 0}, {1, 1}} "First column input, second column output";
  equation
    assert(Formola.Math.increases(table[:, 1], true),
      "Table1D: the inputs in the first column of the table must increase");
    y = Formola.Math.interpolate(table[:, 1], table[:, 2], u);
    annotation (Icon(graphics={
      Rectangle(extent={{-60,60},{60,-60}}, lineColor={0,0,127}),
      Line(points={{0,60},{0,-60}}, color={0,0,127}),
      Line(points={{-60,20},{60,20}}, color={0,0,127}),
      Line(points={{-60,-20},{60,-20}}, color={0,0,127})}),
      Documentation(info="<html><p>Inputs of the table must increase strictly. Outside, the first or
last
segment is continued.</p></html>"));
  end Table1D;

  block Table2D "Bilinear interpolation in a table of two inputs"
    extends Interfaces.SI2SO;
    parameter Real table[:, :] = {{0, 0, 1}, {0, 0, 0}, {1, 0, 1}}
      "First column: u1, first row: u2 (the element [1,1] is not used)";
  equation
    assert(Formola.Math.increases(table[2:end, 1], true),
      "Table2D: the inputs u1 in the first column of the table must increase");
    assert(Formola.Math.increases(table[1, 2:end], true),
      "Table2D: the inputs u2 in the first row of the table must increase");
    y = Formola.Math.interpolate2(table, u1, u2);
    annotation (Icon(graphics={
      Rectangle(extent={{-60,60},{60,-60}}, lineColor={0,0,127}),
      Line(points={{-20,60},{-20,-60}}, color={0,0,127}),
      Line(points={{20,60},{20,-60}}, color={0,0,127}),
      Line(points={{-60,20},{60,20}}, color={0,0,127}),
      Line(points={{-60,-20},{60,-20}}, color={0,0,127})}),
      Documentation(info="<html><p>Both inputs of the table must increase strictly. Outside, the
first
or last segments are continued.</p></html>"));
  end Table2D;

  annotation (Documentation(info="<html><p>Memoryless blocks.</p></html>"));
end Math;
