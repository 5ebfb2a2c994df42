within Formola.Examples;
package PDE "Partial differential equations"
  extends Icons.Package;
  import Formola.PDE.*;

  model HeatEquation "Diffusion with second-order differences"
    extends Icons.Example;
    parameter Integer n = 50 "Number of segments";
    Diffusion1D rod(n=n, D=1/(10*Constants.pi^2), u_start={cos(Constants.pi*i/n) for i in 1:n})
      annotation (Placement(transformation(extent={{-40,-40},{40,40}})));
    Real error = max(abs(rod.u[i] - exp(-time/10)*cos(Constants.pi*i/n)) for i in 1:n)
      "Largest error on the grid";
    Real exact = -exp(-time/10) "rod.y, up to the error of the differences";
  equation
    rod.u0 = exp(-time/10);
    annotation (experiment(StopTime=10, Tolerance=1e-7),
      Documentation(info="<html><p>Solution of the differential equation: <code>u =
exp(-t/10)*cos(pi*x)</code>. The error decreases with
<code>1/n^2</code>.</p></html>"));
  end HeatEquation;

  model HeatEquationOrder4 "Diffusion with five-point differences, matrix (8.112)"
    extends Icons.Example;
    parameter Integer n = 50 "Number of segments";
    Diffusion1DOrder4 rod(n=n, D=1/(10*Constants.pi^2),
      u_start={cos(Constants.pi*i/n) for i in 1:n})
      annotation (Placement(transformation(extent={{-40,-40},{40,40}})));
    Real error = max(abs(rod.u[i] - exp(-time/10)*cos(Constants.pi*i/n)) for i in 1:n)
      "Largest error on the grid";
    Real exact = -exp(-time/10) "rod.y, up to the error of the differences";
  equation
    rod.u0 = exp(-time/10);
    annotation (experiment(StopTime=10, Tolerance=1e-8),
      Documentation(info="<html><p>Solution of the differential equation: <code>u =
exp(-t/10)*cos(pi*x)</code>.</p></html>"));
  end HeatEquationOrder4;

  model Plate "Diffusion in a square"
    extends Icons.Example;
    parameter Integer n = 20 "Number of inner grid points along each side";
    Diffusion2D plate(nx=n, ny=n, D=0.1,
      u_start={{sin(Constants.pi*i/(n + 1))*sin(Constants.pi*j/(n + 1)) for j in 1:n} for i in 1:n})
      annotation (Placement(transformation(extent={{-40,-40},{40,40}})));
    parameter Real lambda = 8*0.1*(n + 1)^2*sin(Constants.pi/(2*(n + 1)))^2
      "Rate of the discrete equation";
    Real exact = exp(-lambda*time)*sin(Constants.pi/(n + 1))^2 "plate.u[1,1]";
  equation
    plate.ub = 0;
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>The initial profile is an eigenvector of the difference operator:
<code>u = exp(-lambda*t)*sin(pi*x)*sin(pi*y)</code> with <code>lambda = 8*D*(n + 1)^2*sin(pi/(2*(n +
1)))^2</code>,
which tends to <code>2*pi^2*D</code>.</p></html>"));
  end Plate;

  model PlateOrder4 "Diffusion in a square with differences of higher order"
    extends Icons.Example;
    parameter Integer n = 11 "Number of inner grid points along each side, odd";
    Diffusion2DOrder4 plate(nx=n, ny=n, D=0.1,
      u_start={{sin(Constants.pi*i/(n + 1))*sin(Constants.pi*j/(n + 1)) for j in 1:n} for i in 1:n})
      annotation (Placement(transformation(extent={{-80,-30},{-20,30}})));
    Diffusion2D coarse(nx=n, ny=n, D=0.1, u_start=plate.u_start)
      annotation (Placement(transformation(extent={{20,-30},{80,30}})));
    Real centre = plate.u[div(n + 1, 2), div(n + 1, 2)] "Value in the middle";
    Real coarseCentre = coarse.u[div(n + 1, 2), div(n + 1, 2)] "The same with order 2";
    Real exact = exp(-0.2*Constants.pi^2*time) "centre, solution of the differential equation";
  equation
    plate.ub = 0;
    coarse.ub = 0;
    annotation (experiment(StopTime=1, Tolerance=1e-7),
      Documentation(info="<html><p>Solution of the differential equation: <code>u =
exp(-2*pi^2*D*t)*sin(pi*x)*sin(pi*y)</code>. On this coarse grid the differences of order 4 are right to
4 digits, those of order 2 only to 2.</p></html>"));
  end PlateOrder4;

  model Membrane "Square membrane in its first mode"
    extends Icons.Example;
    parameter Integer n = 15 "Number of inner grid points along each side, odd";
    Wave2D membrane(nx=n, ny=n,
      u_start={{sin(Constants.pi*i/(n + 1))*sin(Constants.pi*j/(n + 1)) for j in 1:n} for i in 1:n})
      annotation (Placement(transformation(extent={{-80,-30},{-20,30}})));
    Wave2DOrder4 membrane4(nx=n, ny=n, u_start=membrane.u_start)
      annotation (Placement(transformation(extent={{20,-30},{80,30}})));
    Real centre = membrane.u[div(n + 1, 2), div(n + 1, 2)] "Value in the middle";
    Real centre4 = membrane4.u[div(n + 1, 2), div(n + 1, 2)] "The same with order 4";
    Real limit = cos(sqrt(2)*Constants.pi*time) "centre4, solution of the differential equation";
    parameter Real omega = 2*sqrt(2)*(n + 1)*sin(Constants.pi/(2*(n + 1)))
      "Angular frequency of the discrete equation";
    Real exact = cos(omega*time) "centre";
  equation
    membrane.ub = 0;
    membrane4.ub = 0;
    annotation (experiment(StopTime=2, Tolerance=1e-7),
      Documentation(info="<html><p>The initial profile is an eigenvector of the difference operator:
<code>u = cos(omega*t)*sin(pi*x)*sin(pi*y)</code>; for fine grids <code>omega</code> tends to
<code>sqrt(2)*pi*c</code>.</p></html>"));
  end Membrane;

  model VibratingString "Wave equation with one free end"
    extends Icons.Example;
    parameter Integer n = 40 "Number of segments";
    Wave1D string(n=n, u_start={sin(Constants.pi/2*i/n) for i in 1:n})
      annotation (Placement(transformation(extent={{-40,20},{20,80}})));
    Wave1DOrder4 string4(n=n, u_start={sin(Constants.pi/2*i/n) for i in 1:n})
      annotation (Placement(transformation(extent={{-40,-80},{20,-20}})));
    parameter Real omega = 2*n*sin(Constants.pi/(4*n)) "Angular frequency of the discrete equation";
    Real exact = cos(omega*time) "string.y";
    Real limit = cos(Constants.pi/2*time) "Solution of the differential equation at x = 1";
  equation
    string.u0 = 0;
    string4.u0 = 0;
    annotation (experiment(StopTime=10, Tolerance=1e-7),
      Documentation(info="<html><p>Solution of the differential equation: <code>u =
sin(pi*x/2)*cos(pi*t/2)</code>. The initial profile is an
eigenvector of the second-order differences, whose frequency is
<code>2*n*sin(pi/(4*n))</code>.</p></html>"));
  end VibratingString;

  model Transport "Advection of a smooth signal"
    extends Icons.Example;
    Advection1D first(n=100, order=1)
      annotation (Placement(transformation(extent={{-20,50},{20,90}})));
    Advection1D second(n=100, order=2)
      annotation (Placement(transformation(extent={{-20,-20},{20,20}})));
    Advection1D fourth(n=100, order=4)
      annotation (Placement(transformation(extent={{-20,-90},{20,-50}})));
    Real smooth_ = sin(3*time)^6 "Signal with continuous derivatives of order 5";
    Real exact4 = if time < 1 then 0 else sin(3*(time - 1))^6 "fourth.y";
    Real exact = if time < 1 then 0 else sin(time - 1)^2
      "Solution of the differential equation at x = 1";
  equation
    first.u0 = sin(time)^2;
    second.u0 = sin(time)^2;
    fourth.u0 = smooth_;
    annotation (experiment(StopTime=4, Tolerance=1e-6),
      Documentation(info="<html><p>Solution of the differential equation: <code>u(x,t) = u0(t -
x/c)</code>. The schemes of order 2 and 4 are
much closer to it than that of order 1.</p></html>"));
  end Transport;

  model Drift "Pattern that drifts through a rectangle"
    extends Icons.Example;
    parameter Integer n = 24 "Number of segments along each side";
    Advection2D field(nx=n, ny=n, cx=1, cy=0.5,
      u_start={{sin(2*i/n)*cos(2*j/n) for j in 1:n} for i in 1:n})
      annotation (Placement(transformation(extent={{-40,-40},{40,40}})));
    Real corner = field.u[n, n] "Value in the corner of the outflow";
    Real exact = sin(2 - 2*time)*cos(2 - time)
      "corner, solution of the differential equation";
  equation
    for i in 1:n loop
      field.west[i] = sin(-2*time)*cos(2*i/n - time);
      field.south[i] = sin(2*i/n - 2*time)*cos(-time);
    end for;
    annotation (experiment(StopTime=2, Tolerance=1e-7),
      Documentation(info="<html><p>Solution of the differential equation: <code>u(x,y,t) = u0(x - cx*t, y -
cy*t)</code> with <code>u0 = sin(2*x)*cos(2*y)</code>.</p></html>"));
  end Drift;

  annotation (Documentation(info="<html><p>Examples of Formola.PDE.</p></html>"));
end PDE;
