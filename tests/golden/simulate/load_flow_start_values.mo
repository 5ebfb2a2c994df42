// stage: simulate
// model: LoadFlowStartValues
// options: --stop 0.1
// configs: --method inline:bdf; --backend interp
// tolerance: 1e-7
// analytic: low.bus[1].p.vr = 0.99*cos(0.02)
// analytic: low.bus[10].p.vr = 0.9*cos(0.2)
// analytic: low.bus[10].p.vi = -0.9*sin(0.2)
// analytic: nowhere.bus[10].p.vr = 0.9*cos(0.2)
// analytic: nowhere.load[20].v = 0.8
// Meshed networks with loads that take constant powers. These follow from the voltages of a load flow, which therefore are a
// solution; there are others at low voltages. The start values are near it. In their torn form the systems begin with those of the
// few variables that are iterated, and end at 0.37 instead of 0.88, or nowhere; with all unknowns from their own start values they
// end at the solution that is meant.
connector Pin
  Real vr(start = 1), vi;
  flow Real ir, ii;
end Pin;

model Source
  Pin p;
equation
  p.vr = 1;
  p.vi = 0;
end Source;

model Bus
  parameter Real v0, angle0;
  Pin p(vr(start = v0*cos(angle0)), vi(start = v0*sin(angle0)));
equation
  p.ir = 0;
  p.ii = 0;
end Bus;

model Line "Resistance and reactance"
  parameter Real r = 0.01, x = 0.05;
  Pin p, n;
equation
  p.vr - n.vr = r*p.ir - x*p.ii;
  p.vi - n.vi = r*p.ii + x*p.ir;
  p.ir + n.ir = 0;
  p.ii + n.ii = 0;
end Line;

model Load "Takes a power"
  parameter Real P, Q;
  Pin p;
  Real v = sqrt(p.vr^2 + p.vi^2);
equation
  P = p.vr*p.ir + p.vi*p.ii;
  Q = p.vi*p.ir - p.vr*p.ii;
end Load;

model Network
  parameter Integer n;
  parameter Real dv = 0.01, da = 0.02;
  parameter Real r = 0.01, x = 0.05;
  // the load flow
  parameter Real V[n + 1] = {1 - dv*k for k in 0:n}, A[n + 1] = {-da*k for k in 0:n};
  parameter Real vr[n + 1] = {V[k]*cos(A[k]) for k in 1:n + 1};
  parameter Real vi[n + 1] = {V[k]*sin(A[k]) for k in 1:n + 1};
  // the neighbours of bus k, number k + 1, and the current from them
  parameter Real dr[n] = {(vr[k] - vr[k + 1]) - (if k < n then vr[k + 1] - vr[k + 2] else 0)
    + (if k > 2 then vr[k - 1] - vr[k + 1] else 0) - (if k < n - 1 then vr[k + 1] - vr[k + 3] else 0) for k in 1:n};
  parameter Real di[n] = {(vi[k] - vi[k + 1]) - (if k < n then vi[k + 1] - vi[k + 2] else 0)
    + (if k > 2 then vi[k - 1] - vi[k + 1] else 0) - (if k < n - 1 then vi[k + 1] - vi[k + 3] else 0) for k in 1:n};
  parameter Real ir[n] = (r*dr + x*di)/(r^2 + x^2), ii[n] = (r*di - x*dr)/(r^2 + x^2);
  Source source;
  Bus bus[n](each v0 = 0.95, each angle0 = -0.1);
  Line next[n](each r = r, each x = x), skip[n - 2](each r = r, each x = x);
  Load load[n](P = {vr[k + 1]*ir[k] + vi[k + 1]*ii[k] for k in 1:n}, Q = {vi[k + 1]*ir[k] - vr[k + 1]*ii[k] for k in 1:n});
equation
  connect(source.p, next[1].p);
  for k in 1:n loop
    connect(next[k].n, bus[k].p);
    connect(load[k].p, bus[k].p);
  end for;
  for k in 2:n loop
    connect(next[k].p, bus[k - 1].p);
  end for;
  for k in 1:n - 2 loop
    connect(skip[k].p, bus[k].p);
    connect(skip[k].n, bus[k + 2].p);
  end for;
end Network;

model LoadFlowStartValues
  Network low(n = 13), nowhere(n = 20);
end LoadFlowStartValues;
