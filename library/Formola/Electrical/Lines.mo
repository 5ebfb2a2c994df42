within Formola.Electrical;
package Lines "Transmission lines as ladders"
  extends Icons.Package;

  partial model Line "Line with a common return"
    parameter Integer N(min=1) = 10 "Number of segments";
    Interfaces.PositivePin p "Begin"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.NegativePin n "End"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Interfaces.Pin ref "Return"
      annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
    annotation (Icon(graphics={
      Rectangle(extent={{-80,30},{80,-30}}, lineColor={0,0,255}, fillColor={235,240,255},
        fillPattern=FillPattern.Solid),
      Line(points={{0,-30},{0,-90}}, color={0,0,255}),
      Text(extent={{-150,80},{150,40}}, textString="%name", textColor={0,0,255}),
      Text(extent={{-80,20},{80,-20}}, textString="N=%N")}),
      Documentation(info="<html><p>Base of ladders: the line is divided into <code>N</code>
equal sections.</p></html>"));
  end Line;

  model RCLadder "Ladder of N resistors in series with N capacitors to the return"
    extends Line;
    parameter Units.Resistance R(start=1) "Total resistance";
    parameter Units.Capacitance C(start=1) "Total capacitance";
    Resistor r[N](each R=R/N) "Series resistors"
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Capacitor c[N](each C=C/N) "Capacitors"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,-40})));
  equation
    connect(p, r[1].p) annotation (Line(points={{-100,0},{-50,0}}, color={0,0,255}));
    for k in 1:N - 1 loop
      connect(r[k].n, r[k + 1].p)
        annotation (Line(points={{-30,0},{-20,0},{-20,30},{-60,30},{-60,0},{-50,0}},
          color={0,0,255}));
    end for;
    connect(r[N].n, n) annotation (Line(points={{-30,0},{100,0}}, color={0,0,255}));
    for k in 1:N loop
      connect(r[k].n, c[k].p) annotation (Line(points={{-30,0},{40,0},{40,-30}}, color={0,0,255}));
      connect(c[k].n, ref)
        annotation (Line(points={{40,-50},{40,-70},{0,-70},{0,-100}}, color={0,0,255}));
    end for;
    annotation (Documentation(info="<html><p>Each segment has <code>R/N</code> and
<code>C/N</code>.</p></html>"));
  end RCLadder;

  model LCLadder "Ladder of N inductors in series with N capacitors to the return"
    extends Line;
    parameter Units.Inductance L(start=1) "Total inductance";
    parameter Units.Capacitance C(start=1) "Total capacitance";
    Inductor l[N](each L=L/N) "Series inductors"
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Capacitor c[N](each C=C/N) "Capacitors"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,-40})));
  equation
    connect(p, l[1].p) annotation (Line(points={{-100,0},{-50,0}}, color={0,0,255}));
    for k in 1:N - 1 loop
      connect(l[k].n, l[k + 1].p)
        annotation (Line(points={{-30,0},{-20,0},{-20,30},{-60,30},{-60,0},{-50,0}},
          color={0,0,255}));
    end for;
    connect(l[N].n, n) annotation (Line(points={{-30,0},{100,0}}, color={0,0,255}));
    for k in 1:N loop
      connect(l[k].n, c[k].p) annotation (Line(points={{-30,0},{40,0},{40,-30}}, color={0,0,255}));
      connect(c[k].n, ref)
        annotation (Line(points={{40,-50},{40,-70},{0,-70},{0,-100}}, color={0,0,255}));
    end for;
    annotation (Documentation(info="<html><p>Approximates a lossless line with delay
<code>sqrt(L*C)</code> and wave impedance <code>sqrt(L/C)</code>.</p></html>"));
  end LCLadder;

  model RLGCLine "Lossy line: N segments with R, L in series and G, C to the return"
    extends Line;
    parameter Units.Length length = 1 "Length";
    parameter Real r(final unit="Ohm/m", start=1) "Resistance per length";
    parameter Real l(final unit="H/m", start=1) "Inductance per length";
    parameter Real g(final unit="S/m", start=1) "Conductance per length";
    parameter Real c(final unit="F/m", start=1) "Capacitance per length";
    Resistor R[N](each R=r*length/N) "Series resistors"
      annotation (Placement(transformation(extent={{-80,-10},{-60,10}})));
    Inductor L[N](each L=l*length/N) "Series inductors"
      annotation (Placement(transformation(extent={{-40,-10},{-20,10}})));
    Conductor G[N](each G=g*length/N) "Conductors to the return"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,-40})));
    Capacitor C[N](each C=c*length/N) "Capacitors to the return"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={60,-40})));
  equation
    connect(p, R[1].p) annotation (Line(points={{-100,0},{-80,0}}, color={0,0,255}));
    for k in 1:N loop
      connect(R[k].n, L[k].p) annotation (Line(points={{-60,0},{-40,0}}, color={0,0,255}));
      connect(L[k].n, G[k].p) annotation (Line(points={{-20,0},{20,0},{20,-30}}, color={0,0,255}));
      connect(L[k].n, C[k].p) annotation (Line(points={{-20,0},{60,0},{60,-30}}, color={0,0,255}));
      connect(G[k].n, ref)
        annotation (Line(points={{20,-50},{20,-70},{0,-70},{0,-100}}, color={0,0,255}));
      connect(C[k].n, ref)
        annotation (Line(points={{60,-50},{60,-70},{0,-70},{0,-100}}, color={0,0,255}));
    end for;
    for k in 1:N - 1 loop
      connect(L[k].n, R[k + 1].p)
        annotation (Line(points={{-20,0},{-10,0},{-10,30},{-90,30},{-90,0},{-80,0}},
          color={0,0,255}));
    end for;
    connect(L[N].n, n) annotation (Line(points={{-20,0},{100,0}}, color={0,0,255}));
    annotation (Documentation(info="<html><p>Discretised telegrapher's equations.</p></html>"));
  end RLGCLine;

  annotation (Documentation(info="<html><p>Ladders whose number of segments is a
parameter.</p></html>"));
end Lines;
