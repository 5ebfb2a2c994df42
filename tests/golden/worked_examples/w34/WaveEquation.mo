// Cases w34_wave_*: u_tt = u_xx on [0, 1], u(x,0) = sin(pi x/2), u_t(x,0) = 0, u(0,t) = 0, u_x(1,t) = 0 by the method of
// lines with 50 segments. Second derivatives by five-point central differences; next to x = 0 the biased formula of (8.112),
// at x = 1 ghost points by symmetry. `error` is the largest deviation from the solution sin(pi x/2)*cos(pi t/2).
model WaveEquation
  constant Integer n = 50;
  constant Real pi = 3.141592653589793;
  parameter Real c = n^2/12;
  Real u[n](start = {sin(pi*i/(2*n)) for i in 1:n}, each fixed = true);
  Real v[n](each start = 0, each fixed = true);
  Real tip = u[n];
  Real error = max(abs(u[i] - sin(pi*i/(2*n))*cos(pi*time/2)) for i in 1:n);
equation
  der(u) = v;
  der(v[1]) = c*(-15*u[1] - 4*u[2] + 14*u[3] - 6*u[4] + u[5]);
  der(v[2]) = c*(16*u[1] - 30*u[2] + 16*u[3] - u[4]);
  for i in 3:n - 2 loop
    der(v[i]) = c*(-u[i - 2] + 16*u[i - 1] - 30*u[i] + 16*u[i + 1] - u[i + 2]);
  end for;
  der(v[n - 1]) = c*(-u[n - 3] + 16*u[n - 2] - 31*u[n - 1] + 16*u[n]);
  der(v[n]) = c*(-2*u[n - 2] + 32*u[n - 1] - 30*u[n]);
end WaveEquation;
