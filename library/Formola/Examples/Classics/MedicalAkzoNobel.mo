within Formola.Examples.Classics;
model MedicalAkzoNobel "Antibodies that penetrate a tissue: a discretised reaction front"
  extends Icons.Example;
  parameter Integer N = 200 "Number of segments";
  parameter Real k = 100 "Rate of the reaction";
  parameter Real c = 4 "Scale of the transformed space";
  parameter Real reference[4] = {0.2339942217046434e-3, 0.3595616017506735e-3,
    0.1173741304462833e-3, 0.4026980529594953} "y at time 20";
  Real u[N](each start=0, each fixed=true, each nominal=1e-4) "Concentration of the antibodies";
  Real v[N](each start=1, each fixed=true) "Concentration of the receptors";
  Real phi = if time <= 5 then 2 else 0 "Concentration in the blood";
  Real y[4] = {u[40], u[75], u[100], v[105]} "Components 79, 149, 199 and 210 of the literature";
protected
  parameter Real d = 1/N "Distance of grid points in the transformed space";
  parameter Real alpha[N] = {2*(j*d - 1)^3/c^2 for j in 1:N};
  parameter Real beta[N] = {(j*d - 1)^4/c^2 for j in 1:N};
equation
  for j in 1:N loop
    der(u[j]) = alpha[j]*(u[min(j + 1, N)] - (if j == 1 then phi else u[max(j - 1, 1)]))/(2*d)
      + beta[j]*((if j == 1 then phi else u[max(j - 1, 1)]) - 2*u[j] + u[min(j + 1, N)])/d^2
      - k*u[j]*v[j];
    der(v[j]) = -k*u[j]*v[j];
  end for;
  annotation (experiment(StopTime=20, Tolerance=1e-7),
    Documentation(info="<html><p>R. van der Hout (Akzo Nobel Central Research), in the test set
of W. M.
Lioen, J. J. B. de Swart, Test Set for Initial Value Problem Solvers, CWI, 1998. Diffusion from the
blood vessel with a reaction; the half line is mapped on 0..1. 400 states and one time
event.</p></html>"));
end MedicalAkzoNobel;
