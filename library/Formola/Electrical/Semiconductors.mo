within Formola.Electrical;
package Semiconductors "Diodes and transistors"
  extends Icons.Package;

  function depletionCharge "Charge of a junction with depletion capacitance"
    extends Icons.Function;
    input Units.Voltage v "Junction voltage";
    input Units.Capacitance Cj "Capacitance at zero voltage";
    input Units.Voltage phi "Junction potential";
    input Real m "Grading coefficient, 0 < m < 1";
    input Real fc = 0.5 "Above fc*phi the capacitance is continued linearly";
    output Units.Charge q "Charge";
  protected
    Real vf = fc*phi "Where the linear continuation starts";
    Real cf = (1 - fc)^(-m) "Relative capacitance there";
    Real sf = m*(1 - fc)^(-m - 1)/phi "Relative slope of the capacitance there";
  algorithm
    q := if v < vf then Cj*phi/(1 - m)*(1 - (1 - v/phi)^(1 - m)) else
      Cj*(phi/(1 - m)*(1 - (1 - fc)^(1 - m)) + cf*(v - vf) + sf/2*(v - vf)^2);
    annotation (derivative(zeroDerivative=Cj, zeroDerivative=phi, zeroDerivative=m,
      zeroDerivative=fc)=
      depletionCharge_der, Documentation(info="<html>
<p>Integral of <code>Cj/(1 - v/phi)^m</code>, continued above <code>fc*phi</code> with the tangent
of
the capacitance (as in SPICE 2, Nagel 1975).</p></html>"));
  end depletionCharge;

  function depletionCharge_der "Time derivative of depletionCharge"
    extends Icons.Function;
    input Units.Voltage v "Junction voltage";
    input Units.Capacitance Cj "Capacitance at zero voltage";
    input Units.Voltage phi "Junction potential";
    input Real m "Grading coefficient, 0 < m < 1";
    input Real fc = 0.5 "Above fc*phi the capacitance is continued linearly";
    input Real der_v "Derivative of v";
    output Units.Current der_q "Derivative of the charge";
  algorithm
    der_q := der_v*(if v < fc*phi then Cj*(1 - v/phi)^(-m) else
      Cj*((1 - fc)^(-m) + m*(1 - fc)^(-m - 1)/phi*(v - fc*phi)));
    annotation (Documentation(info="<html><p>The capacitance times the derivative of the voltage;
makes
the charge differentiable, so that the voltage can be the state.</p></html>"));
  end depletionCharge_der;

  partial model HeatedPart "Temperature of a part and the heat that it gives off"
    parameter Boolean useHeatPort = false "true: dissipated power leaves through heatPort"
      annotation (Evaluate=true);
    parameter Units.Temperature T_ref = 300 "Temperature for which the other parameters hold";
    parameter Units.Temperature T = T_ref "Temperature when the heat port is not used";
    Units.Power LossPower "Dissipated power";
    Formola.Interfaces.HeatPort_b heatPort(T=T_heat, Q_flow=-LossPower) if useHeatPort "Heat port"
      annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
  protected
    Units.Temperature T_heat(start=300) "Temperature of the part";
  equation
    if not useHeatPort then
      T_heat = T;
    end if;
    annotation (Documentation(info="<html><p>Base of semiconductors. With
<code>useHeatPort</code> the temperature is that of the heat port, otherwise the parameter
<code>T</code>.</p></html>"));
  end HeatedPart;

  partial model HeatedJunction "Saturation current and thermal voltage at the temperature"
    extends HeatedPart;
    parameter Units.Voltage Vt = 0.02585 "Thermal voltage k*T/q at T_ref";
    parameter Units.Voltage EG = 1.11 "Energy gap, as a voltage";
    parameter Real XTI = 3 "Exponent of the temperature in the saturation current";
  protected
    Real theta(start=1) "Temperature, relative to T_ref";
    Units.Voltage Vt_T(start=0.025) "Thermal voltage at the temperature";
    Real saturation(start=1) "Saturation currents, relative to those at T_ref";
  equation
    theta = T_heat/T_ref;
    Vt_T = Vt*theta;
    saturation = theta^XTI*exp((1 - 1/theta)*EG/Vt);
    annotation (Documentation(info="<html><p><code>Is(T) = Is*((T/T_ref)^XTI*exp((1 - T_ref/T)*EG/Vt))^(1/N)</code>,
as in SPICE, and <code>Vt(T) = Vt*T/T_ref</code>.</p></html>"));
  end HeatedJunction;

  model Diode "Diode with exponential characteristic"
    extends Interfaces.OnePort;
    extends HeatedJunction;
    parameter Units.Current Is = 1e-12 "Saturation current";
    parameter Real N = 1 "Emission coefficient";
    parameter Real Maxexp(min=Constants.small) = 40 "Exponent where the linear continuation starts";
    parameter Units.Conductance Gp = 1e-9 "Conductance in parallel";
  equation
    i = Is*saturation^(1/N)*(Math.linearExp(v/(N*Vt_T), Maxexp) - 1) + Gp*v;
    LossPower = v*i;
    annotation (Icon(graphics={
      Line(points={{-90,0},{90,0}}, color={0,0,255}),
      Polygon(points={{-30,40},{30,0},{-30,-40},{-30,40}}, lineColor={0,0,255},
        fillColor={0,0,255}, fillPattern=FillPattern.Solid),
      Line(points={{30,40},{30,-40}}, color={0,0,255})}),
      Documentation(info="<html><p><code>i = Is*(exp(v/(N*Vt)) - 1) + v*Gp</code>; above
<code>v = Maxexp*N*Vt</code> the exponential is continued by its tangent. With
<code>useHeatPort</code> the temperature changes <code>Is</code> and <code>Vt</code>, and the
dissipated power warms what is connected.</p></html>"));
  end Diode;

  model JunctionDiode "Exponential diode with stored charge"
    extends Interfaces.OnePort(v(start=0));
    extends HeatedJunction;
    parameter Units.Current Is = 1e-12 "Saturation current";
    parameter Real N = 1 "Emission coefficient";
    parameter Units.Time tt = 1e-9 "Transit time";
    parameter Units.Capacitance Cj = 1e-12 "Depletion capacitance at zero voltage";
    parameter Units.Voltage phi = 0.75 "Junction potential";
    parameter Real m = 0.33 "Grading coefficient";
    parameter Units.Conductance Gp = 1e-9 "Conductance in parallel";
    Units.Current id "Current without the charging current";
    Units.Charge q(nominal=1e-12) "Stored charge";
  equation
    id = Is*saturation^(1/N)*(Math.linearExp(v/(N*Vt_T)) - 1);
    LossPower = v*(id + Gp*v);
    q = tt*id + depletionCharge(v, Cj, phi, m);
    i = id + Gp*v + der(q);
    annotation (Icon(graphics={
      Line(points={{-90,0},{90,0}}, color={0,0,255}),
      Polygon(points={{-30,40},{30,0},{-30,-40},{-30,40}}, lineColor={0,0,255},
        fillColor={0,0,255}, fillPattern=FillPattern.Solid),
      Line(points={{30,40},{30,-40}}, color={0,0,255}),
      Line(points={{-30,-60},{30,-60}}, color={0,0,255}),
      Line(points={{-30,-70},{30,-70}}, color={0,0,255})}),
      Documentation(info="<html><p>Either the charge <code>q</code> (then <code>v</code> follows
from a
nonlinear equation) or the voltage <code>v</code> (then a linear equation for <code>der(v)</code> is
left after differentiation) can be the state; choose by <code>stateSelect</code>.</p></html>"));
  end JunctionDiode;

  partial model BipolarTransistor "Gummel-Poon core of both polarities"
    extends HeatedJunction;
    parameter Units.Current Is = 1e-16 "Transport saturation current";
    parameter Real Bf = 100 "Forward current gain";
    parameter Real Br = 1 "Reverse current gain";
    parameter Real Nf = 1 "Forward emission coefficient";
    parameter Real Nr = 1 "Reverse emission coefficient";
    parameter Units.Voltage Vaf = Constants.inf "Forward Early voltage";
    parameter Units.Voltage Var = Constants.inf "Reverse Early voltage";
    parameter Units.Current Ikf = Constants.inf "Forward knee current";
    parameter Units.Current Ikr = Constants.inf "Reverse knee current";
    parameter Units.Current Ise = 0 "Leakage current of the base-emitter junction";
    parameter Real Ne = 1.5 "Emission coefficient of Ise";
    parameter Units.Current Isc = 0 "Leakage current of the base-collector junction";
    parameter Real Nc = 2 "Emission coefficient of Isc";
    parameter Units.Time tf = 0.1e-9 "Forward transit time";
    parameter Units.Time tr = 10e-9 "Reverse transit time";
    parameter Units.Capacitance Cje = 0.5e-12 "Base-emitter capacitance at zero voltage";
    parameter Units.Capacitance Cjc = 0.5e-12 "Base-collector capacitance at zero voltage";
    parameter Units.Voltage phie = 0.8 "Base-emitter junction potential";
    parameter Units.Voltage phic = 0.75 "Base-collector junction potential";
    parameter Real me = 0.4 "Base-emitter grading coefficient";
    parameter Real mc = 0.33 "Base-collector grading coefficient";
    parameter Units.Conductance Gmin = 1e-12 "Conductance in parallel to both junctions";
    Units.Voltage vbe(start=0) "Voltage of the base-emitter junction, positive when conducting";
    Units.Voltage vbc(start=0) "Voltage of the base-collector junction, positive when conducting";
    Units.Current ic "Current into the collector (out of it for PNP)";
    Units.Current ib "Current into the base (out of it for PNP)";
    Units.Current i_f "Forward transport current";
    Units.Current i_r "Reverse transport current";
    Units.Charge qbe(nominal=1e-12) "Charge of the base-emitter junction";
    Units.Charge qbc(nominal=1e-12) "Charge of the base-collector junction";
    Real qb(start=1) "Normalised base charge";
    Interfaces.Pin C "Collector" annotation (Placement(transformation(extent={{90,40},{110,60}})));
    Interfaces.Pin B "Base" annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.Pin E "Emitter" annotation (Placement(transformation(extent={{90,-60},{110,-40}})));
  protected
    Real q1(start=1) "Early effect";
    Real q2 "High injection";
    Units.Current ibe "Static base-emitter current";
    Units.Current ibc "Static base-collector current";
  equation
    i_f = Is*saturation*(Math.linearExp(vbe/(Nf*Vt_T)) - 1);
    i_r = Is*saturation*(Math.linearExp(vbc/(Nr*Vt_T)) - 1);
    // Base charge of Gummel and Poon (1970)
    q1*(1 - vbc/Vaf - vbe/Var) = 1;
    q2 = i_f/Ikf + i_r/Ikr;
    qb = q1/2*(1 + sqrt(1 + 4*q2));
    ibe = i_f/Bf + Ise*saturation^(1/Ne)*(Math.linearExp(vbe/(Ne*Vt_T)) - 1) + Gmin*vbe;
    ibc = i_r/Br + Isc*saturation^(1/Nc)*(Math.linearExp(vbc/(Nc*Vt_T)) - 1) + Gmin*vbc;
    qbe = tf*i_f + depletionCharge(vbe, Cje, phie, me);
    qbc = tr*i_r + depletionCharge(vbc, Cjc, phic, mc);
    ic = (i_f - i_r)/qb - ibc - der(qbc);
    ib = ibe + ibc + der(qbe) + der(qbc);
    LossPower = vbe*ibe + vbc*ibc + (vbe - vbc)*(i_f - i_r)/qb;
    annotation (Icon(graphics={
      Line(points={{-90,0},{-30,0}}, color={0,0,255}),
      Line(points={{-30,60},{-30,-60}}, color={0,0,255}, thickness=1),
      Line(points={{-30,20},{30,50},{90,50}}, color={0,0,255}),
      Line(points={{-30,-20},{30,-50},{90,-50}}, color={0,0,255}),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Junction voltages, transport currents, base charge and
stored charges; the models <code>NPN</code> and <code>PNP</code> add the directions at
the pins.</p></html>"));
  end BipolarTransistor;

  model NPN "Bipolar NPN transistor (Gummel-Poon core)"
    extends BipolarTransistor;
  equation
    vbe = B.v - E.v;
    vbc = B.v - C.v;
    C.i = ic;
    B.i = ib;
    E.i = -(ic + ib);
    annotation (Icon(graphics={
      Polygon(points={{30,-50},{8,-50},{16,-32},{30,-50}}, lineColor={0,0,255},
        fillColor={0,0,255}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html>
<p>Transport form of the Gummel-Poon model: the transport current is divided by the normalised base
charge <code>qb</code>, which holds the Early effect and high injection; both junctions have
depletion and diffusion charges. With infinite Early voltages and knee currents it is the
Ebers-Moll model. Ohmic resistances of the terminals are not included.</p>
<p>Reference: H. K. Gummel, H. C. Poon, An integral charge control model of bipolar transistors,
Bell System Technical Journal 49 (1970).</p></html>"));
  end NPN;

  model PNP "Bipolar PNP transistor (Gummel-Poon core)"
    extends BipolarTransistor;
  equation
    vbe = E.v - B.v;
    vbc = C.v - B.v;
    C.i = -ic;
    B.i = -ib;
    E.i = ic + ib;
    annotation (Icon(graphics={
      Polygon(points={{-20,-25},{2,-26},{-6,-42},{-20,-25}}, lineColor={0,0,255},
        fillColor={0,0,255}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>As <code>NPN</code> with all voltages and currents
reversed.</p></html>"));
  end PNP;

  partial model FieldEffectTransistor "MOSFET level 1 of both polarities"
    extends HeatedPart;
    parameter Units.Transconductance Kp = 2e-5 "Transconductance parameter";
    parameter Units.Length W = 1e-5 "Channel width";
    parameter Units.Length L = 1e-5 "Channel length";
    parameter Units.Voltage Vto = 0.7
      "Threshold voltage without substrate effect, positive when enhanced";
    parameter Real gamma(final unit="V(1/2)") = 0 "Substrate effect";
    parameter Units.Voltage phi = 0.6 "Surface potential";
    parameter Real lambda(final unit="1/V") = 0 "Channel length modulation";
    parameter Real kvt(final unit="V/K") = -2e-3 "Temperature coefficient of the threshold";
    parameter Real kp(final unit="1") = -1.5 "Exponent of the temperature in the transconductance";
    parameter Boolean useCharge = false "true: with the capacitances of the gate"
      annotation (Evaluate=true);
    parameter Units.Capacitance Cgs = 1e-15 "Gate-source capacitance";
    parameter Units.Capacitance Cgd = 1e-15 "Gate-drain capacitance";
    parameter Units.Conductance Gmin = 1e-12 "Conductance between drain and source";
    Units.Voltage vgs(start=0) "Gate-source voltage (reversed for PMOS)";
    Units.Voltage vds "Drain-source voltage (reversed for PMOS)";
    Units.Voltage vbs "Bulk-source voltage (reversed for PMOS)";
    Units.Voltage vgd(start=0) "Gate-drain voltage (reversed for PMOS)";
    Units.Current id "Channel current from drain to source (reversed for PMOS)";
    Interfaces.Pin D "Drain" annotation (Placement(transformation(extent={{90,40},{110,60}})));
    Interfaces.Pin G "Gate" annotation (Placement(transformation(extent={{-110,-60},{-90,-40}})));
    Interfaces.Pin S "Source" annotation (Placement(transformation(extent={{90,-60},{110,-40}})));
    Interfaces.Pin B "Bulk" annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  protected
    final parameter Units.Transconductance beta = Kp*W/L "Gain factor";
    Real sgn "1, or -1 with drain and source exchanged";
    Units.Voltage vg "Gate voltage against the lower of drain and source";
    Units.Voltage vb "Bulk voltage against the lower of drain and source";
    Units.Voltage vd "Absolute drain-source voltage";
    Units.Voltage vth "Threshold voltage";
    Units.Voltage vov "Overdrive voltage, not negative";
    Units.Current i_gs "Charging current of Cgs";
    Units.Current i_gd "Charging current of Cgd";
  equation
    vgd = vgs - vds;
    // The channel is symmetric: the terminal with the lower potential acts as source.
    sgn = noEvent(if vds >= 0 then 1 else -1);
    vd = noEvent(abs(vds));
    vg = noEvent(if vds >= 0 then vgs else vgd);
    vb = noEvent(if vds >= 0 then vbs else vbs - vds);
    // A bulk that conducts lowers the threshold along the tangent, as in SPICE.
    vth = Vto + kvt*(T_heat - T_ref) + gamma*(noEvent(if vb <= 0 then sqrt(phi - vb) else max(sqrt(phi) - vb/(2*sqrt(phi)),
      0)) - sqrt(phi));
    vov = noEvent(max(vg - vth, 0));
    // Shichman and Hodges (1968): triode region below vd = vov, saturation above
    id = sgn*beta*(T_heat/T_ref)^kp*(1 + lambda*vd)*(noEvent(if vd < vov then vd*(vov - vd/2) else
      vov^2/2)) + Gmin*vds;
    LossPower = vds*id;
    if useCharge then
      i_gs = Cgs*der(vgs);
      i_gd = Cgd*der(vgd);
    else
      i_gs = 0;
      i_gd = 0;
    end if;
    annotation (Icon(graphics={
      Line(points={{-90,-50},{-40,-50},{-40,50}}, color={0,0,255}),
      Line(points={{-20,60},{-20,-60}}, color={0,0,255}, thickness=1),
      Line(points={{-20,50},{90,50}}, color={0,0,255}),
      Line(points={{-20,0},{90,0}}, color={0,0,255}),
      Line(points={{-20,-50},{90,-50}}, color={0,0,255}),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Channel current and gate capacitances; the models
<code>NMOS</code> and <code>PMOS</code> add the directions at the pins.</p></html>"));
  end FieldEffectTransistor;

  model NMOS "N-channel MOSFET, level 1"
    extends FieldEffectTransistor;
  equation
    vgs = G.v - S.v;
    vds = D.v - S.v;
    vbs = B.v - S.v;
    D.i = id - i_gd;
    G.i = i_gs + i_gd;
    S.i = -id - i_gs;
    B.i = 0;
    annotation (Icon(graphics={
      Polygon(points={{-16,0},{4,8},{4,-8},{-16,0}}, lineColor={0,0,255},
        fillColor={0,0,255}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html>
<p>Model of Shichman and Hodges (IEEE J. Solid-State Circuits 3, 1968): no current below the
threshold, <code>beta*(1 + lambda*vds)*(vov - vds/2)*vds</code> in the triode region and
<code>beta/2*(1 + lambda*vds)*vov^2</code> in saturation, with <code>vov = vgs - vth</code>. The
junctions to the bulk are assumed to block; for a power transistor, whose bulk is its source, connect
a <code>Diode</code> from source to drain.</p></html>"));
  end NMOS;

  model PMOS "P-channel MOSFET, level 1"
    extends FieldEffectTransistor(Kp=1e-5);
  equation
    vgs = S.v - G.v;
    vds = S.v - D.v;
    vbs = S.v - B.v;
    D.i = -id + i_gd;
    G.i = -i_gs - i_gd;
    S.i = id + i_gs;
    B.i = 0;
    annotation (Icon(graphics={
      Polygon(points={{10,0},{-10,8},{-10,-8},{10,0}}, lineColor={0,0,255},
        fillColor={0,0,255}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>As <code>NMOS</code> with all voltages and currents reversed.
<code>Vto</code> is positive for an enhancement transistor here too.</p></html>"));
  end PMOS;

  annotation (Documentation(info="<html><p>Nonlinear characteristics are continuously
differentiable.</p></html>"));
end Semiconductors;
