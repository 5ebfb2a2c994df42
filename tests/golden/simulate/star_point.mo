// stage: simulate
// note: three windings in a star without neutral and their zero-sequence inductance: i0 = 0 follows only from the difference
//       of two equations with the same terms. Without it the equations of the currents are singular.
// options: --stop 1 --tolerance 1e-8
// analytic: i0 = 0
// analytic: vn = (sin(2*time + 1) + sin(2*time + 2) + sin(2*time + 3))/3 + 0.2
// analytic: x = time
// tolerance: 1e-6
// configs: --backend interp
model StarPoint
  parameter Real m = 3;
  Real x(start=0, fixed=true);
  Real j[3] "currents";
  Real i0;
  Real v0;
  Real vn "star point";
  Real u[3];
equation
  der(x) = 1;
  for k in 1:3 loop
    u[k] = sin(2*time + k) + 0.1*k;
    u[k] - vn = 2*j[k] + v0;
  end for;
  v0 = 0.2*der(i0);
  m*i0 = j[1] + j[2] + j[3];
  j[1] + j[2] + j[3] = 0;
end StarPoint;
