within Formola.PDE;
block Wave2DOrder4 "Two-dimensional wave equation in a rectangle, five points in each direction"
  extends Interfaces.RectangleOrder4;
  parameter Units.Velocity c = 1 "Speed of the waves";
  parameter Real v_start[nx, ny] = zeros(nx, ny) "Rates at the start";
  Real v[nx, ny](start=v_start, each fixed=true) "Rates at the inner grid points";
equation
  der(u) = v;
  der(v) = c^2*(kx*dx + ky*dy);
  annotation (Documentation(info="<html>
<p>The equation of <code>Wave2D</code> with the differences of <code>Wave1DOrder4</code>: error of order
<code>dx^4 + dy^4</code> inside.</p></html>"));
end Wave2DOrder4;
