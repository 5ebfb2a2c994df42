// stage: simulate
// options: --stop 0.5 --intervals 2 --tolerance 1e-11 --filter ^order
// tolerance: 0.06
// final: orderDiffusion2 = 2
// final: orderDiffusion4 = 4
// final: orderWave2 = 2
// final: orderWave4 = 4
// final: orderAdvection1 = 1
// final: orderAdvection2 = 2
// final: orderAdvection4 = 4
// final: orderPlate2 = 2
// final: orderPlate4 = 4
// final: orderMembrane2 = 2
// note: Each equation on two grids, the finer with half the spacing: the logarithm of the ratio of their errors against the solution
// note: of the differential equation. None of the solutions is zero or constant at a boundary, so that the formulas there count too.
model Orders
  model Grids "Errors of all equations on a grid of n segments"
    parameter Integer n;
    constant Real pi = Formola.Constants.pi;
    // u = exp(-t)*cos(pi*x): the value at x = 0 is given, the slope at x = 1 is zero
    Formola.PDE.Diffusion1D diffusion2(n = n, D = 1/pi^2, u_start = {cos(pi*i/n) for i in 1:n});
    Formola.PDE.Diffusion1DOrder4 diffusion4(n = n, D = 1/pi^2, u_start = {cos(pi*i/n) for i in 1:n});
    // u = cos(pi*x)*cos(pi*t)
    Formola.PDE.Wave1D wave2(n = n, u_start = {cos(pi*i/n) for i in 1:n});
    Formola.PDE.Wave1DOrder4 wave4(n = n, u_start = {cos(pi*i/n) for i in 1:n});
    // u = sin(2*(x - t))
    Formola.PDE.Advection1D advection1(n = n, order = 1, u_start = {sin(2*i/n) for i in 1:n});
    Formola.PDE.Advection1D advection2(n = n, order = 2, u_start = {sin(2*i/n) for i in 1:n});
    Formola.PDE.Advection1D advection4(n = n, order = 4, u_start = {sin(2*i/n) for i in 1:n});
    // u = exp(-t)*sin(pi*x)*sin(pi*y), u = cos(sqrt(2)*pi*t)*sin(pi*x)*sin(pi*y) in the square
    Formola.PDE.Diffusion2D plate2(nx = n - 1, ny = n - 1, D = 1/(2*pi^2),
      u_start = {{sin(pi*i/n)*sin(pi*j/n) for j in 1:n - 1} for i in 1:n - 1});
    Formola.PDE.Diffusion2DOrder4 plate4(nx = n - 1, ny = n - 1, D = 1/(2*pi^2),
      u_start = {{sin(pi*i/n)*sin(pi*j/n) for j in 1:n - 1} for i in 1:n - 1});
    Formola.PDE.Wave2D membrane2(nx = n - 1, ny = n - 1,
      u_start = {{sin(pi*i/n)*sin(pi*j/n) for j in 1:n - 1} for i in 1:n - 1});
    Real diffusionError2 = max(abs(diffusion2.u[i] - exp(-time)*cos(pi*i/n)) for i in 1:n);
    Real diffusionError4 = max(abs(diffusion4.u[i] - exp(-time)*cos(pi*i/n)) for i in 1:n);
    Real waveError2 = max(abs(wave2.u[i] - cos(pi*time)*cos(pi*i/n)) for i in 1:n);
    Real waveError4 = max(abs(wave4.u[i] - cos(pi*time)*cos(pi*i/n)) for i in 1:n);
    Real advectionError1 = max(abs(advection1.u[i] - sin(2*(i/n - time))) for i in 1:n);
    Real advectionError2 = max(abs(advection2.u[i] - sin(2*(i/n - time))) for i in 1:n);
    Real advectionError4 = max(abs(advection4.u[i] - sin(2*(i/n - time))) for i in 1:n);
    Real plateError2 = abs(plate2.u[div(n, 2), div(n, 2)] - exp(-time));
    Real plateError4 = abs(plate4.u[div(n, 2), div(n, 2)] - exp(-time));
    Real membraneError2 = abs(membrane2.u[div(n, 2), div(n, 2)] - cos(sqrt(2)*pi*time));
  equation
    diffusion2.u0 = exp(-time);
    diffusion4.u0 = exp(-time);
    wave2.u0 = cos(pi*time);
    wave4.u0 = cos(pi*time);
    advection1.u0 = -sin(2*time);
    advection2.u0 = -sin(2*time);
    advection4.u0 = -sin(2*time);
    plate2.ub = 0;
    plate4.ub = 0;
    membrane2.ub = 0;
  end Grids;
  Grids coarse(n = 12), fine(n = 24);
  Real orderDiffusion2 = log(max(coarse.diffusionError2, 1e-300)/max(fine.diffusionError2, 1e-300))/log(2);
  Real orderDiffusion4 = log(max(coarse.diffusionError4, 1e-300)/max(fine.diffusionError4, 1e-300))/log(2);
  Real orderWave2 = log(max(coarse.waveError2, 1e-300)/max(fine.waveError2, 1e-300))/log(2);
  Real orderWave4 = log(max(coarse.waveError4, 1e-300)/max(fine.waveError4, 1e-300))/log(2);
  Real orderAdvection1 = log(max(coarse.advectionError1, 1e-300)/max(fine.advectionError1, 1e-300))/log(2);
  Real orderAdvection2 = log(max(coarse.advectionError2, 1e-300)/max(fine.advectionError2, 1e-300))/log(2);
  Real orderAdvection4 = log(max(coarse.advectionError4, 1e-300)/max(fine.advectionError4, 1e-300))/log(2);
  Real orderPlate2 = log(max(coarse.plateError2, 1e-300)/max(fine.plateError2, 1e-300))/log(2);
  Real orderPlate4 = log(max(coarse.plateError4, 1e-300)/max(fine.plateError4, 1e-300))/log(2);
  Real orderMembrane2 = log(max(coarse.membraneError2, 1e-300)/max(fine.membraneError2, 1e-300))/log(2);
end Orders;
