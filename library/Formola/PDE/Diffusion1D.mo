within Formola.PDE;
block Diffusion1D "One-dimensional diffusion, central differences of order 2"
  extends Interfaces.Line;
  parameter Units.Diffusivity D = 1 "Diffusivity";
equation
  der(u[1]) = D/dx^2*(u0 - 2*u[1] + u[2]);
  for i in 2:n - 1 loop
    der(u[i]) = D/dx^2*(u[i - 1] - 2*u[i] + u[i + 1]);
  end for;
  // Zero slope at x = L: the grid is mirrored there.
  der(u[n]) = D/dx^2*(2*u[n - 1] - 2*u[n]);
  annotation (Documentation(info="<html>
<p><code>du/dt = D*d2u/dx2</code> on <code>0 &lt; x &lt; L</code> with <code>u(0,t) = u0(t)</code>
and
<code>du/dx(L,t) = 0</code>. Error of order <code>dx^2</code>.</p></html>"));
end Diffusion1D;
