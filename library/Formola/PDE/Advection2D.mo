within Formola.PDE;
block Advection2D "Two-dimensional advection in a rectangle, upwind differences"
  parameter Integer nx(min=3) = 20 "Number of segments along x; grid points are x[i] = i*Lx/nx";
  parameter Integer ny(min=3) = 20 "Number of segments along y";
  parameter Units.Length Lx = 1 "Length along x";
  parameter Units.Length Ly = 1 "Length along y";
  parameter Units.Velocity cx(min=0) = 1 "Speed along x, not negative";
  parameter Units.Velocity cy(min=0) = 1 "Speed along y, not negative";
  parameter Real u_start[nx, ny] = zeros(nx, ny) "Values at the start";
  Real u[nx, ny](start=u_start, each fixed=true) "Values at the grid points";
  input Real west[ny] "Values that flow in at x = 0";
  input Real south[nx] "Values that flow in at y = 0";
protected
  Real dx[nx, ny] "First differences along x";
  Real dy[nx, ny] "First differences along y";
equation
  der(u) = -(cx*nx/(2*Lx)*dx + cy*ny/(2*Ly)*dy);
  // Central beside the inflow, where only one value lies upwind
  for j in 1:ny loop
    dx[1, j] = u[2, j] - west[j];
    dx[2, j] = 3*u[2, j] - 4*u[1, j] + west[j];
    for i in 3:nx loop
      dx[i, j] = 3*u[i, j] - 4*u[i - 1, j] + u[i - 2, j];
    end for;
  end for;
  for i in 1:nx loop
    dy[i, 1] = u[i, 2] - south[i];
    dy[i, 2] = 3*u[i, 2] - 4*u[i, 1] + south[i];
    for j in 3:ny loop
      dy[i, j] = 3*u[i, j] - 4*u[i, j - 1] + u[i, j - 2];
    end for;
  end for;
  annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,100,160}, fillColor={240,248,252},
        fillPattern=FillPattern.Solid),
      Line(points={{-70,-70},{70,70}}, color={0,100,160}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,150},{150,110}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p><code>du/dt + cx*du/dx + cy*du/dy = 0</code> with the inflow <code>u(0,y,t) = west</code> and
<code>u(x,0,t) = south</code>. Differences of order 2.</p></html>"));
end Advection2D;
