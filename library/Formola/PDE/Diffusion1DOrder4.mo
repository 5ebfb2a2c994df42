within Formola.PDE;
block Diffusion1DOrder4 "One-dimensional diffusion, five-point differences"
  extends Interfaces.Line(n(min=6));
  parameter Units.Diffusivity D = 1 "Diffusivity";
protected
  parameter Real k = D/(12*dx^2) "Factor of the differences";
equation
  // One-sided formula beside the boundary value, then central ones; the last two rows are mirrored
  // at x = L.
  der(u[1]) = k*(10*u0 - 15*u[1] - 4*u[2] + 14*u[3] - 6*u[4] + u[5]);
  der(u[2]) = k*(-u0 + 16*u[1] - 30*u[2] + 16*u[3] - u[4]);
  for i in 3:n - 2 loop
    der(u[i]) = k*(-u[i - 2] + 16*u[i - 1] - 30*u[i] + 16*u[i + 1] - u[i + 2]);
  end for;
  der(u[n - 1]) = k*(-u[n - 3] + 16*u[n - 2] - 31*u[n - 1] + 16*u[n]);
  der(u[n]) = k*(-2*u[n - 2] + 32*u[n - 1] - 30*u[n]);
  annotation (Documentation(info="<html>
<p>The equation of <code>Diffusion1D</code>. With <code>D = 1/(10*pi^2)</code> and <code>L =
1</code> the matrix is
the one of equation (8.112) in F. E. Cellier, E. Kofman, Continuous System Simulation, Springer
2006. Error of order <code>dx^4</code>.</p></html>"));
end Diffusion1DOrder4;
