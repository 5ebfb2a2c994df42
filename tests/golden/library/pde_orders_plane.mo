// stage: simulate
// options: --stop 0.3 --intervals 2 --tolerance 1e-11 --filter ^order
// tolerance: 0.02
// final: orderMembrane4 = 4
// final: orderDrift2 = 2
// note: Each equation on two grids, the finer with half the spacing: the logarithm of the ratio of their errors against the solution
// note: of the differential equation, before waves from the boundary have reached the middle.
model OrdersInThePlane
  model Grids "Errors on a grid of n segments along each side"
    parameter Integer n;
    constant Real pi = Formola.Constants.pi;
    // u = cos(sqrt(2)*pi*t)*sin(pi*x)*sin(pi*y)
    Formola.PDE.Wave2DOrder4 membrane(nx = n - 1, ny = n - 1,
      u_start = {{sin(pi*i/n)*sin(pi*j/n) for j in 1:n - 1} for i in 1:n - 1});
    // u = sin(2*(x - t))*cos(2*y - t)
    Formola.PDE.Advection2D drift(nx = n, ny = n, cx = 1, cy = 0.5,
      u_start = {{sin(2*i/n)*cos(2*j/n) for j in 1:n} for i in 1:n});
    Real membraneError = abs(membrane.u[div(n, 2), div(n, 2)] - cos(sqrt(2)*pi*time));
    Real driftError = abs(drift.u[n, n] - sin(2 - 2*time)*cos(2 - time));
  equation
    membrane.ub = 0;
    for i in 1:n loop
      drift.west[i] = sin(-2*time)*cos(2*i/n - time);
      drift.south[i] = sin(2*i/n - 2*time)*cos(-time);
    end for;
  end Grids;
  Grids coarse(n = 12), fine(n = 24);
  Real orderMembrane4 = log(max(coarse.membraneError, 1e-300)/max(fine.membraneError, 1e-300))/log(2);
  Real orderDrift2 = log(max(coarse.driftError, 1e-300)/max(fine.driftError, 1e-300))/log(2);
end OrdersInThePlane;
