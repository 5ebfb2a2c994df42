within Formola.PDE;
block Wave1D "One-dimensional wave equation, central differences of order 2"
  extends Interfaces.Line;
  parameter Units.Velocity c = 1 "Speed of the waves";
  parameter Real v_start[n] = zeros(n) "Rates at the start";
  Real v[n](start=v_start, each fixed=true) "Rates at the grid points";
protected
  parameter Real k = (c/dx)^2 "Factor of the differences";
equation
  der(u) = v;
  der(v[1]) = k*(u0 - 2*u[1] + u[2]);
  for i in 2:n - 1 loop
    der(v[i]) = k*(u[i - 1] - 2*u[i] + u[i + 1]);
  end for;
  der(v[n]) = k*(2*u[n - 1] - 2*u[n]);
  annotation (Documentation(info="<html>
<p><code>d2u/dt2 = c^2*d2u/dx2</code> on <code>0 &lt; x &lt; L</code> with <code>u(0,t) =
u0(t)</code> and
<code>du/dx(L,t) = 0</code> (a free end).</p></html>"));
end Wave1D;
