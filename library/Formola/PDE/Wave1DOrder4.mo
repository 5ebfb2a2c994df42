within Formola.PDE;
block Wave1DOrder4 "One-dimensional wave equation, five-point differences"
  extends Interfaces.Line(n(min=6));
  parameter Units.Velocity c = 1 "Speed of the waves";
  parameter Real v_start[n] = zeros(n) "Rates at the start";
  Real v[n](start=v_start, each fixed=true) "Rates at the grid points";
protected
  parameter Real k = (c/dx)^2/12 "Factor of the differences";
equation
  der(u) = v;
  der(v[1]) = k*(10*u0 - 15*u[1] - 4*u[2] + 14*u[3] - 6*u[4] + u[5]);
  der(v[2]) = k*(-u0 + 16*u[1] - 30*u[2] + 16*u[3] - u[4]);
  for i in 3:n - 2 loop
    der(v[i]) = k*(-u[i - 2] + 16*u[i - 1] - 30*u[i] + 16*u[i + 1] - u[i + 2]);
  end for;
  der(v[n - 1]) = k*(-u[n - 3] + 16*u[n - 2] - 31*u[n - 1] + 16*u[n]);
  der(v[n]) = k*(-2*u[n - 2] + 32*u[n - 1] - 30*u[n]);
  annotation (Documentation(info="<html>
<p>The equation of <code>Wave1D</code> with the differences of
<code>Diffusion1DOrder4</code>.</p></html>"));
end Wave1DOrder4;
