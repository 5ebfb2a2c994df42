// stage: simulate
// options: --stop 4
// follows: 100 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: w = max(2 - time, 0)
// analytic: phi = 2*time - time^2/2 if time < 2 else 2
// note: Coulomb friction brings an inertia to rest after 2 s, where it stays.
model Stopping
  extends Formola.Examples.Rotational.Stopping;
  Real w = inertia.w;
  Real phi = inertia.phi;
end Stopping;
