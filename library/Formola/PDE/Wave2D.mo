within Formola.PDE;
block Wave2D "Two-dimensional wave equation in a rectangle, five-point stencil"
  parameter Integer nx(min=2) = 20 "Number of inner grid points along x";
  parameter Integer ny(min=2) = 20 "Number of inner grid points along y";
  parameter Units.Length Lx = 1 "Length along x";
  parameter Units.Length Ly = 1 "Length along y";
  parameter Units.Velocity c = 1 "Speed of the waves";
  parameter Real u_start[nx, ny] = zeros(nx, ny) "Values at the start";
  parameter Real v_start[nx, ny] = zeros(nx, ny) "Rates at the start";
  Real u[nx, ny](start=u_start, each fixed=true) "Values at the inner grid points";
  Real v[nx, ny](start=v_start, each fixed=true) "Rates at the inner grid points";
  Formola.Interfaces.RealInput ub "Value on the boundary"
    annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
protected
  parameter Real kx = (c*(nx + 1)/Lx)^2 "Factor of differences along x";
  parameter Real ky = (c*(ny + 1)/Ly)^2 "Factor of differences along y";
equation
  der(u) = v;
  for i in 1:nx loop
    for j in 1:ny loop
      der(v[i, j]) = kx*((if i == 1 then ub else u[max(i - 1, 1), j]) - 2*u[i, j]
        + (if i == nx then ub else u[min(i + 1, nx), j]))
        + ky*((if j == 1 then ub else u[i, max(j - 1, 1)]) - 2*u[i, j]
        + (if j == ny then ub else u[i, min(j + 1, ny)]));
    end for;
  end for;
  annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,100,160}, fillColor={240,248,252},
        fillPattern=FillPattern.Solid),
      Line(points={{-90,0},{-45,60},{0,0},{45,-60},{90,0}}, color={0,100,160},
        smooth=Smooth.Bezier),
      Text(extent={{-150,150},{150,110}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p><code>d2u/dt2 = c^2*(d2u/dx2 + d2u/dy2)</code> in a rectangle with the value <code>ub</code> on
its whole boundary. Error of order <code>dx^2 + dy^2</code>.</p></html>"));
end Wave2D;
