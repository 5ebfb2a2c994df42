within Formola.PDE;
package Interfaces "Partial grids"
  extends Icons.Package;

  partial block Line "Grid on 0 < x <= L with the value at x = 0 as input and zero slope at x = L"
    parameter Integer n(min=5) = 50 "Number of segments; grid points are x[i] = i*L/n";
    parameter Units.Length L = 1 "Length";
    parameter Real u_start[n] = zeros(n) "Values at the start";
    Real u[n](start=u_start, each fixed=true) "Values at the grid points";
    Formola.Interfaces.RealInput u0 "Value at x = 0"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Formola.Interfaces.RealOutput y "Value at x = L"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    parameter Real x[n] = {i*L/n for i in 1:n} "Grid points";
  protected
    parameter Units.Length dx = L/n "Distance of grid points";
  equation
    y = u[n];
    annotation (Icon(graphics={
      Rectangle(extent={{-100,60},{100,-60}}, lineColor={0,100,160}, fillColor={240,248,252},
        fillPattern=FillPattern.Solid),
      Line(points={{-60,60},{-60,-60}}, color={0,100,160}),
      Line(points={{-20,60},{-20,-60}}, color={0,100,160}),
      Line(points={{20,60},{20,-60}}, color={0,100,160}),
      Line(points={{60,60},{60,-60}}, color={0,100,160}),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Base of equations on an interval: grid points, spacing,
values at both ends.</p></html>"));
  end Line;

  annotation (Documentation(info="<html><p>Grids shared by several equations.</p></html>"));
end Interfaces;
