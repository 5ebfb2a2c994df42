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

  partial block RectangleOrder4 "Inner grid points of a rectangle with second differences of order 4"
    parameter Integer nx(min=6) = 20 "Number of inner grid points along x";
    parameter Integer ny(min=6) = 20 "Number of inner grid points along y";
    parameter Units.Length Lx = 1 "Length along x";
    parameter Units.Length Ly = 1 "Length along y";
    parameter Real u_start[nx, ny] = zeros(nx, ny) "Values at the start";
    Real u[nx, ny](start=u_start, each fixed=true) "Values at the inner grid points";
    Formola.Interfaces.RealInput ub "Value on the boundary"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  protected
    parameter Real kx = ((nx + 1)/Lx)^2/12 "Factor of differences along x";
    parameter Real ky = ((ny + 1)/Ly)^2/12 "Factor of differences along y";
    Real dx[nx, ny] "Second differences along x";
    Real dy[nx, ny] "Second differences along y";
  equation
    // The rows of matrix (8.112): a one-sided formula beside the boundary, central ones inside
    for j in 1:ny loop
      dx[1, j] = 10*ub - 15*u[1, j] - 4*u[2, j] + 14*u[3, j] - 6*u[4, j] + u[5, j];
      dx[2, j] = -ub + 16*u[1, j] - 30*u[2, j] + 16*u[3, j] - u[4, j];
      for i in 3:nx - 2 loop
        dx[i, j] = -u[i - 2, j] + 16*u[i - 1, j] - 30*u[i, j] + 16*u[i + 1, j] - u[i + 2, j];
      end for;
      dx[nx - 1, j] = -u[nx - 3, j] + 16*u[nx - 2, j] - 30*u[nx - 1, j] + 16*u[nx, j] - ub;
      dx[nx, j] = u[nx - 4, j] - 6*u[nx - 3, j] + 14*u[nx - 2, j] - 4*u[nx - 1, j] - 15*u[nx, j]
        + 10*ub;
    end for;
    for i in 1:nx loop
      dy[i, 1] = 10*ub - 15*u[i, 1] - 4*u[i, 2] + 14*u[i, 3] - 6*u[i, 4] + u[i, 5];
      dy[i, 2] = -ub + 16*u[i, 1] - 30*u[i, 2] + 16*u[i, 3] - u[i, 4];
      for j in 3:ny - 2 loop
        dy[i, j] = -u[i, j - 2] + 16*u[i, j - 1] - 30*u[i, j] + 16*u[i, j + 1] - u[i, j + 2];
      end for;
      dy[i, ny - 1] = -u[i, ny - 3] + 16*u[i, ny - 2] - 30*u[i, ny - 1] + 16*u[i, ny] - ub;
      dy[i, ny] = u[i, ny - 4] - 6*u[i, ny - 3] + 14*u[i, ny - 2] - 4*u[i, ny - 1] - 15*u[i, ny]
        + 10*ub;
    end for;
    annotation (Icon(graphics={
        Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,100,160}, fillColor={240,248,252},
          fillPattern=FillPattern.Solid),
        Line(points={{-33,100},{-33,-100}}, color={0,100,160}),
        Line(points={{33,100},{33,-100}}, color={0,100,160}),
        Line(points={{-100,33},{100,33}}, color={0,100,160}),
        Line(points={{-100,-33},{100,-33}}, color={0,100,160}),
        Text(extent={{-150,150},{150,110}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Second derivatives along x and y by five points, those of matrix
(8.112) in F. E. Cellier, E. Kofman, Continuous System Simulation: <code>kx*dx</code> and
<code>ky*dy</code>.</p></html>"));
  end RectangleOrder4;

  annotation (Documentation(info="<html><p>Grids shared by several equations.</p></html>"));
end Interfaces;
