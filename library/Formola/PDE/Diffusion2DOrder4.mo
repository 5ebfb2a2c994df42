within Formola.PDE;
block Diffusion2DOrder4 "Two-dimensional diffusion in a rectangle, five points in each direction"
  extends Interfaces.RectangleOrder4;
  parameter Units.Diffusivity D = 1 "Diffusivity";
equation
  der(u) = D*(kx*dx + ky*dy);
  annotation (Documentation(info="<html>
<p>The equation of <code>Diffusion2D</code> with the differences of <code>Diffusion1DOrder4</code>:
error of order <code>dx^4 + dy^4</code> inside.</p></html>"));
end Diffusion2DOrder4;
