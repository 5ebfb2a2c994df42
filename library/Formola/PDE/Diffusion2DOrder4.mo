within Formola.PDE;
block Diffusion2DOrder4 "Two-dimensional diffusion in a rectangle, five points in each direction"
  parameter Integer nx(min=6) = 20 "Number of inner grid points along x";
  parameter Integer ny(min=6) = 20 "Number of inner grid points along y";
  parameter Units.Length Lx = 1 "Length along x";
  parameter Units.Length Ly = 1 "Length along y";
  parameter Units.Diffusivity D = 1 "Diffusivity";
  parameter Real u_start[nx, ny] = zeros(nx, ny) "Values at the start";
  Real u[nx, ny](start=u_start, each fixed=true) "Values at the inner grid points";
  Formola.Interfaces.RealInput ub "Value on the boundary"
    annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
protected
  parameter Real kx = D*((nx + 1)/Lx)^2/12 "Factor of differences along x";
  parameter Real ky = D*((ny + 1)/Ly)^2/12 "Factor of differences along y";
  Real dx[nx, ny] "Second differences along x";
  Real dy[nx, ny] "Second differences along y";
equation
  der(u) = kx*dx + ky*dy;
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
    Documentation(info="<html>
<p>The equation of <code>Diffusion2D</code> with the differences of <code>Diffusion1DOrder4</code>:
error of order <code>dx^4 + dy^4</code> inside.</p></html>"));
end Diffusion2DOrder4;
