within Formola.PDE;
block Advection1D "One-dimensional advection, upwind differences"
  parameter Integer n(min=5) = 50 "Number of segments; grid points are x[i] = i*L/n";
  parameter Units.Length L = 1 "Length";
  parameter Units.Velocity c(min=0) = 1 "Speed, not negative";
  parameter Integer order(min=1, max=4) = 2 "Order of the upwind differences: 1, 2 or 4"
    annotation (Evaluate=true);
  parameter Real u_start[n] = zeros(n) "Values at the start";
  Real u[n](start=u_start, each fixed=true) "Values at the grid points";
  Formola.Interfaces.RealInput u0 "Value that flows in at x = 0"
    annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  Formola.Interfaces.RealOutput y "Value at x = L"
    annotation (Placement(transformation(extent={{100,-10},{120,10}})));
protected
  parameter Units.Length dx = L/n "Distance of grid points";
equation
  y = u[n];
  if order == 1 then
    der(u[1]) = -c/dx*(u[1] - u0);
    for i in 2:n loop
      der(u[i]) = -c/dx*(u[i] - u[i - 1]);
    end for;
  elseif order == 4 then
    // Five points, three of them upwind. Beside the inflow and at the outflow, where points are
    // missing, the stencil is shifted.
    der(u[1]) = -c/(12*dx)*(-3*u0 - 10*u[1] + 18*u[2] - 6*u[3] + u[4]);
    der(u[2]) = -c/(12*dx)*(u0 - 8*u[1] + 8*u[3] - u[4]);
    der(u[3]) = -c/(12*dx)*(-u0 + 6*u[1] - 18*u[2] + 10*u[3] + 3*u[4]);
    for i in 4:n - 1 loop
      der(u[i]) = -c/(12*dx)*(-u[i - 3] + 6*u[i - 2] - 18*u[i - 1] + 10*u[i] + 3*u[i + 1]);
    end for;
    der(u[n]) = -c/(12*dx)*(3*u[n - 4] - 16*u[n - 3] + 36*u[n - 2] - 48*u[n - 1] + 25*u[n]);
  else
    // Central beside the inflow, where only one value lies upwind
    der(u[1]) = -c/(2*dx)*(u[2] - u0);
    der(u[2]) = -c/(2*dx)*(3*u[2] - 4*u[1] + u0);
    for i in 3:n loop
      der(u[i]) = -c/(2*dx)*(3*u[i] - 4*u[i - 1] + u[i - 2]);
    end for;
  end if;
  annotation (Icon(graphics={
      Rectangle(extent={{-100,60},{100,-60}}, lineColor={0,100,160}, fillColor={240,248,252},
        fillPattern=FillPattern.Solid),
      Line(points={{-80,0},{80,0}}, color={0,100,160}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p><code>du/dt + c*du/dx = 0</code> with the inflow <code>u(0,t) = u0(t)</code>. Order 1 is monotone
and smears
fronts, orders 2 and 4 are more accurate for smooth solutions and overshoot at fronts.</p></html>"));
end Advection1D;
