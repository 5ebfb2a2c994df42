within Formola.PDE;
block Diffusion2D "Two-dimensional diffusion in a rectangle, five-point stencil"
  parameter Integer nx(min=2) = 20 "Number of inner grid points along x";
  parameter Integer ny(min=2) = 20 "Number of inner grid points along y";
  parameter Units.Length Lx = 1 "Length along x";
  parameter Units.Length Ly = 1 "Length along y";
  parameter Units.Diffusivity D = 1 "Diffusivity";
  parameter Real u_start[nx, ny] = zeros(nx, ny) "Values at the start";
  parameter Real x[nx] = {i*Lx/(nx + 1) for i in 1:nx} "Grid points along x";
  parameter Real y[ny] = {j*Ly/(ny + 1) for j in 1:ny} "Grid points along y";
  Real u[nx, ny](start=u_start, each fixed=true) "Values at the inner grid points";
  Formola.Interfaces.RealInput ub "Value on the boundary"
    annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
protected
  parameter Real kx = D*((nx + 1)/Lx)^2 "Factor of differences along x";
  parameter Real ky = D*((ny + 1)/Ly)^2 "Factor of differences along y";
  Real g[nx + 2, ny + 2] "Values with the boundary";
equation
  g[2:nx + 1, 2:ny + 1] = u;
  for i in 1:nx + 2 loop
    g[i, 1] = ub;
    g[i, ny + 2] = ub;
  end for;
  for j in 2:ny + 1 loop
    g[1, j] = ub;
    g[nx + 2, j] = ub;
  end for;
  for i in 1:nx loop
    for j in 1:ny loop
      der(u[i, j]) = kx*(g[i, j + 1] - 2*g[i + 1, j + 1] + g[i + 2, j + 1])
        + ky*(g[i + 1, j] - 2*g[i + 1, j + 1] + g[i + 1, j + 2]);
    end for;
  end for;
  annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,100,160}, fillColor={240,248,252},
        fillPattern=FillPattern.Solid),
      Line(points={{-33,100},{-33,-100}}, color={0,100,160}),
      Line(points={{33,100},{33,-100}}, color={0,100,160}),
      Line(points={{-100,33},{100,33}}, color={0,100,160}),
      Line(points={{-100,-33},{100,-33}}, color={0,100,160}),
      Text(extent={{-150,150},{150,110}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p><code>du/dt = D*(d2u/dx2 + d2u/dy2)</code> in a rectangle with the value <code>ub</code> on its
whole boundary.
Error of order <code>dx^2 + dy^2</code>.</p></html>"));
end Diffusion2D;
