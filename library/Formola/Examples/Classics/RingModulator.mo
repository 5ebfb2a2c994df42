within Formola.Examples.Classics;
model RingModulator "Ring modulator with four diodes"
  extends Icons.Example;
  parameter Real C = 1.6e-8;
  parameter Real Cs = 2e-12 "Parasitic capacitance; 0 gives a problem of index 2";
  parameter Real Cp = 1e-8;
  parameter Real Lh = 4.45;
  parameter Real Ls1 = 2e-3;
  parameter Real Ls2 = 5e-4;
  parameter Real Ls3 = 5e-4;
  parameter Real R = 25e3;
  parameter Real Rp = 50;
  parameter Real Rg1 = 36.3;
  parameter Real Rg2 = 17.3;
  parameter Real Rg3 = 17.3;
  parameter Real Ri = 50;
  parameter Real Rc = 600;
  parameter Real reference[15] = {-0.2339057358486745e-1, -0.7367485485540825e-2,
    0.2582956709291169, -0.4064465721283450, -0.4039455665149794, 0.2607966765422943,
    0.1106761861269975, 0.2939904342435596e-6, -0.2840029933642329e-7, 0.7267198267264553e-3,
    0.7929487196960840e-3, -0.7255283495698965e-3, -0.7941401968526521e-3,
    0.7088495416976114e-4, 0.2390059075236570e-4} "y at time 1e-3";
  Real u[7](each start=0, each fixed=true) "Voltages of capacitors";
  Real i[8](each start=0, each fixed=true, nominal={1e-6, 1e-7, 1e-3, 1e-3, 1e-3, 1e-3, 1e-4, 1e-5})
    "Currents of inductors";
  Real y[15] = cat(1, u, i);
  Real signal = 0.5*sin(2e3*pi*time) "Signal to be modulated";
  Real carrier = 2*sin(2e4*pi*time) "Carrier";
  Real i1 = diode(u[3] - u[5] - u[7] - carrier) "Diode currents";
  Real i2 = diode(-u[4] + u[6] - u[7] - carrier);
  Real i3 = diode(u[4] + u[5] + u[7] + carrier);
  Real i4 = diode(-u[3] - u[6] + u[7] + carrier);
protected
  constant Real pi = Constants.pi;
  function diode "Current of a diode"
    extends Icons.Function;
    input Real u;
    output Real i;
  algorithm
    i := 40.67286402e-9*(exp(17.7493332*u) - 1);
    annotation (Inline=true,
      Documentation(info="<html><p>Exponential characteristic <code>gamma*(exp(delta*u) -
1)</code> of the test problem.</p></html>"));
  end diode;
equation
  C*der(u[1]) = i[1] - i[3]/2 + i[4]/2 + i[7] - u[1]/R;
  C*der(u[2]) = i[2] - i[5]/2 + i[6]/2 + i[8] - u[2]/R;
  Cs*der(u[3]) = i[3] - i1 + i4;
  Cs*der(u[4]) = -i[4] + i2 - i3;
  Cs*der(u[5]) = i[5] + i1 - i3;
  Cs*der(u[6]) = -i[6] - i2 + i4;
  Cp*der(u[7]) = -u[7]/Rp + i1 + i2 - i3 - i4;
  Lh*der(i[1]) = -u[1];
  Lh*der(i[2]) = -u[2];
  Ls2*der(i[3]) = u[1]/2 - u[3] - Rg2*i[3];
  Ls3*der(i[4]) = -u[1]/2 + u[4] - Rg3*i[4];
  Ls2*der(i[5]) = u[2]/2 - u[5] - Rg2*i[5];
  Ls3*der(i[6]) = -u[2]/2 + u[6] - Rg3*i[6];
  Ls1*der(i[7]) = -u[1] + signal - (Ri + Rg1)*i[7];
  Ls1*der(i[8]) = -u[2] - (Rc + Rg1)*i[8];
  annotation (experiment(StopTime=1e-3, Tolerance=1e-7),
    Documentation(info="<html><p>E. H. Horneber, Analysis of nonlinear RCL circuits by means of the
mixed potential function with reference to numerical integration, thesis, Kaiserslautern, 1976; P.
Rentrop 1985. Stiff and highly oscillatory.</p></html>"));
end RingModulator;
