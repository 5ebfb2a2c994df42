within Formola.Examples;
package Process "Process units"
  extends Icons.Package;
  import Formola.Process.*;

  model TwoTanks "Two tanks that level out through a pipe"
    extends Icons.Example;
    Tank tank1(A=1, g=10, h(start=2, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-40,0})));
    Tank tank2(A=1, g=10, h(start=1, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    LaminarPipe pipe(R=1e5) annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Real exact = 1.5 + 0.5*exp(-0.2*time) "tank1.h";
  equation
    connect(tank1.port, pipe.port_a) annotation (Line(points={{-30,0},{-10,0}}, color={0,90,130}));
    connect(pipe.port_b, tank2.port) annotation (Line(points={{10,0},{30,0}}, color={0,90,130}));
    annotation (experiment(StopTime=20, Tolerance=1e-6),
      Documentation(info="<html><p>The difference of the levels decays with the rate
<code>2*rho*g/(A*R) = 0.2</code>.</p></html>"));
  end TwoTanks;

  model DrainedTank "Tank filled by a pump and drained through a valve"
    extends Icons.Example;
    Reservoir supply
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,-60})));
    Pump pump
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={0,-60})));
    Tank tank(A=0.1, h(start=0.5, fixed=true))
      annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
    Valve valve(Cv=1e-5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={0,20})));
    Reservoir drain
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,60})));
    Formola.Blocks.Sources.Constant flow_(k=1e-3)
      annotation (Placement(transformation(extent={{-50,-70},{-30,-50}})));
    Formola.Blocks.Sources.Constant opening(k=1)
      annotation (Placement(transformation(extent={{-50,10},{-30,30}})));
  equation
    connect(supply.port, pump.port_a)
      annotation (Line(points={{40,-70},{40,-76},{0,-76},{0,-70}}, color={0,90,130}));
    connect(pump.port_b, tank.port) annotation (Line(points={{0,-50},{0,-30}}, color={0,90,130}));
    connect(tank.port, valve.port_a)
      annotation (Line(points={{0,-30},{0,-36},{16,-36},{16,4},{0,4},{0,10}}, color={0,90,130}));
    connect(valve.port_b, drain.port) annotation (Line(points={{0,30},{0,50}}, color={0,90,130}));
    connect(flow_.y, pump.q_ref) annotation (Line(points={{-29,-60},{-11,-60}}, color={0,0,127}));
    connect(opening.y, valve.opening)
      annotation (Line(points={{-29,20},{-11,20}}, color={0,0,127}));
    annotation (experiment(StopTime=3000, Tolerance=1e-6),
      Documentation(info="<html><p>Steady level <code>(q/Cv)^2/(rho*g) = 1e4/9806.65 = 1.0197</code>
m.</p></html>"));
  end DrainedTank;

  model FilledVessel "Nearly empty vessel that is filled from the surroundings"
    extends Icons.Example;
    GasReservoir surroundings(p0=1e5, T0=300)
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    GasThrottle crack(G=1e-7) annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    GasVolume vessel(V=0.1, p(start=1e3, fixed=true), T(start=300, fixed=true))
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Units.Pressure exact = 1e5 - 99e3*exp(-1.4*287*300*1e-7/0.1*time) "vessel.p";
    Units.Temperature exact2 = exact/(1e3/300 + (exact - 1e3)/(1.4*300)) "vessel.T";
  equation
    connect(surroundings.port, crack.port_a)
      annotation (Line(points={{-30,0},{-10,0}}, color={0,90,130}));
    connect(crack.port_b, vessel.port_a)
      annotation (Line(points={{10,0},{30,0}}, color={0,90,130}));
    annotation (experiment(StopTime=30, Tolerance=1e-8),
      Documentation(info="<html><p>The gas that rushes in brings its enthalpy, and the vessel keeps it as
internal energy, so that it gets hot: with <code>kappa = cp/(cp - R)</code> the energy balance is
<code>der(p) = kappa*R*T0*m_flow/V</code>, hence <code>p = p0 - (p0 - p1)*exp(-kappa*R*T0*G/V*t)</code>,
and the mass balance gives <code>T = p/(p1/T1 + (p - p1)/(kappa*T0))</code>. For an empty vessel this
is the <code>kappa*T0</code> of textbooks, here 420 K (M. J. Moran, H. N. Shapiro, Fundamentals of
Engineering Thermodynamics, transient analysis of control volumes).</p></html>"));
  end FilledVessel;

  model MixedStreams "Two streams that meet, a heated volume, and a branch that is fed backwards"
    extends Icons.Example;
    Formola.Blocks.Sources.Constant cold_(k=0.1)
      annotation (Placement(transformation(extent={{-90,10},{-70,30}})));
    Formola.Blocks.Sources.Constant hot_(k=0.2)
      annotation (Placement(transformation(extent={{-90,50},{-70,70}})));
    GasSource cold(T0=300) annotation (Placement(transformation(extent={{-50,10},{-30,30}})));
    GasSource hot(T0=450) annotation (Placement(transformation(extent={{-50,50},{-30,70}})));
    GasThrottle pipe(G=1e-4) annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    GasVolume volume(V=0.05, p(start=101325, fixed=true), T(start=300, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,-20})));
    Formola.Thermal.Sources.FixedHeatFlow heater(Q_flow=3013.5)
      annotation (Placement(transformation(extent={{-50,-30},{-30,-10}})));
    GasThrottle outlet(G=1e-4)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,-60})));
    GasReservoir surroundings
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,-60})));
    GasThrottle branch(G=1e-5) annotation (Placement(transformation(extent={{50,10},{30,30}})));
    GasVolume deadEnd(V=0.01, p(start=101325, fixed=true), T(start=300, fixed=true))
      annotation (Placement(transformation(extent={{70,10},{90,30}})));
  equation
    connect(cold_.y, cold.m_flow) annotation (Line(points={{-69,20},{-52,20}}, color={0,0,127}));
    connect(hot_.y, hot.m_flow) annotation (Line(points={{-69,60},{-52,60}}, color={0,0,127}));
    connect(cold.port, pipe.port_a) annotation (Line(points={{-30,20},{-10,20}}, color={0,90,130}));
    connect(hot.port, pipe.port_a)
      annotation (Line(points={{-30,60},{-24,60},{-24,20},{-10,20}}, color={0,90,130}));
    connect(pipe.port_b, volume.port_a)
      annotation (Line(points={{10,20},{16,20},{16,-4},{0,-4},{0,-10}}, color={0,90,130}));
    connect(heater.port, volume.heatPort)
      annotation (Line(points={{-30,-20},{-10,-20}}, color={191,0,0}));
    connect(volume.port_b, outlet.port_a)
      annotation (Line(points={{0,-30},{0,-50}}, color={0,90,130}));
    connect(outlet.port_b, surroundings.port)
      annotation (Line(points={{0,-70},{0,-76},{40,-76},{40,-70}}, color={0,90,130}));
    connect(deadEnd.port_a, branch.port_a)
      annotation (Line(points={{70,20},{50,20}}, color={0,90,130}));
    connect(branch.port_b, volume.port_a)
      annotation (Line(points={{30,20},{16,20},{16,-4},{0,-4},{0,-10}}, color={0,90,130}));
    annotation (experiment(StopTime=20, Tolerance=1e-8),
      Documentation(info="<html><p>In the steady state <code>volume.T = (0.1*300 + 0.2*450)/0.3 +
Q_flow/(0.3*cp) = 400 + 10</code>, and the pressure drop of the outlet is <code>0.3/G = 3000</code>
Pa.</p></html>"));
  end MixedStreams;

  model SuperheaterEnergy "Superheater with the energy as state"
    extends Icons.Example;
    Superheater superheater(preferEnergy=StateSelect.prefer, h(start=3e6, fixed=true))
      annotation (Placement(transformation(extent={{-30,-30},{30,30}})));
    Real exact = (10*20*3e6 + 1e6*time)^2/(200^2*3e6) "superheater.h";
  equation
    superheater.Qin = 1e6;
    superheater.W = 0;
    superheater.hin = 2.8e6;
    annotation (experiment(StopTime=100, Tolerance=1e-7),
      Documentation(info="<html><p>Without flow the energy grows linearly. With <code>E =
V*r0*sqrt(h0*h)</code>:
<code>h = (E0 + Qin*t)^2/((V*r0)^2*h0)</code>.</p></html>"));
  end SuperheaterEnergy;

  model SuperheaterEnthalpy "Superheater with the enthalpy as state"
    extends Icons.Example;
    Superheater superheater(preferEnthalpy=StateSelect.prefer, preferEnergy=StateSelect.avoid,
      h(start=3e6, fixed=true))
      annotation (Placement(transformation(extent={{-30,-30},{30,30}})));
    Real exact = (10*20*3e6 + 1e6*time)^2/(200^2*3e6) "superheater.h";
  equation
    superheater.Qin = 1e6;
    superheater.W = 0;
    superheater.hin = 2.8e6;
    annotation (experiment(StopTime=100, Tolerance=1e-7),
      Documentation(info="<html><p>The solution of <code>SuperheaterEnergy</code>; the block is
linear now.</p></html>"));
  end SuperheaterEnthalpy;

  model SuperheaterWithFlow "Superheater with steam flow"
    extends Icons.Example;
    Superheater superheater(h(start=3e6, fixed=true))
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Formola.Blocks.Sources.Step heat(height=2e6, offset=2e6, startTime=10)
      annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    Formola.Blocks.Sources.Constant steam(k=10)
      annotation (Placement(transformation(extent={{-30,30},{-10,50}})));
    Formola.Blocks.Sources.Constant inlet(k=2.8e6)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
  equation
    connect(heat.y, superheater.Qin)
      annotation (Line(points={{-9,-40},{20,-40},{20,-12}}, color={0,0,127}));
    connect(steam.y, superheater.W)
      annotation (Line(points={{-9,40},{4,40},{4,6},{8,6}}, color={0,0,127}));
    connect(inlet.y, superheater.hin)
      annotation (Line(points={{-9,0},{4,0},{4,-6},{8,-6}}, color={0,0,127}));
    annotation (experiment(StopTime=200, Tolerance=1e-6),
      Documentation(info="<html><p>Steady at first; after the step the enthalpy tends to <code>hin +
Qin/W = 3.2e6</code> J/kg.</p></html>"));
  end SuperheaterWithFlow;

  model Reactor "Exothermic reactor at its unstable steady state"
    extends Icons.Example;
    StirredTankReactor reactor(c(start=500, fixed=true), T(start=350, fixed=true))
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Formola.Thermal.Sources.PrescribedTemperature coolant
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Formola.Blocks.Sources.Step coolantTemperature(offset=300, height=5, startTime=60)
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
  equation
    connect(coolantTemperature.y, coolant.T)
      annotation (Line(points={{-29,0},{-12,0}}, color={0,0,127}));
    connect(coolant.port, reactor.jacket)
      annotation (Line(points={{10,0},{30,0}}, color={191,0,0}));
    annotation (experiment(StopTime=600, Tolerance=1e-7),
      Documentation(info="<html><p>For the coolant at 300 K the textbook's steady state is 0.5 mol/l
and 350 K. The step of the coolant to 305 K
starts the oscillation described there.</p></html>"));
  end Reactor;

  model ConsecutiveReactions "A to B to C with named species"
    extends Icons.Example;
    type Species = enumeration(A, B, C);
    ReactionNetwork network(ns=3, nr=2, educts={{1, 0, 0}, {0, 1, 0}},
      products={{0, 1, 0}, {0, 0, 1}}, k={1, 2}, c_start={1, 0, 0})
      annotation (Placement(transformation(extent={{-30,-30},{30,30}})));
    Real c[Species] "Concentrations by name";
    Real exact = exp(-time) - exp(-2*time) "c[Species.B]";
  equation
    for s in Species loop
      c[s] = network.c[Integer(s)];
    end for;
    annotation (experiment(StopTime=5, Tolerance=1e-7),
      Documentation(info="<html><p>Solution: <code>A = exp(-k1*t)</code>, <code>B = k1/(k2 -
k1)*(exp(-k1*t) - exp(-k2*t))</code>, <code>C = 1 - A - B</code>.</p></html>"));
  end ConsecutiveReactions;

  model Enzyme "Enzyme kinetics: E + S <-> ES -> E + P"
    extends Icons.Example;
    type Substances = enumeration(
      E "Enzyme",
      S "Substrate",
      ES "Complex",
      P "Product") "Substances of the reactions";
    Formola.Process.NamedReactions network(redeclare type Species = Substances, nr=3,
      educts={{1, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 1, 0}},
      products={{0, 0, 1, 0}, {1, 1, 0, 0}, {1, 0, 0, 1}}, k={2, 1, 1.5}, c_start={1, 5, 0, 0})
      annotation (Placement(transformation(extent={{-30,-30},{30,30}})));
    Real enzyme = network.c[Substances.E] + network.c[Substances.ES] "Free and bound: stays 1";
    Real substrate = network.c[Substances.S] + network.c[Substances.ES] + network.c[Substances.P]
      "Free, bound and converted: stays 5";
    Real product = network.c[Substances.P] "Product";
  equation
    annotation (experiment(StopTime=40, Tolerance=1e-8),
      Documentation(info="<html><p>The mechanism of Michaelis and Menten by mass action. Enzyme and
substrate are conserved; in the end all substrate is product.</p></html>"));
  end Enzyme;

  model Robertson "The stiff reaction network of Robertson"
    extends Icons.Example;
    ReactionNetwork network(ns=3, nr=3, educts={{1, 0, 0}, {0, 2, 0}, {0, 1, 1}},
      products={{0, 1, 0}, {0, 1, 1}, {1, 0, 1}},
      k={0.04, 3e7, 1e4}, c_start={1, 0, 0})
      annotation (Placement(transformation(extent={{-30,-30},{30,30}})));
  equation
    annotation (experiment(StopTime=40, Tolerance=1e-8),
      Documentation(info="<html><p>H. H. Robertson (1966); reference at t = 40 (Hairer, Wanner,
Solving ODEs II): 0.7158, 9.185e-6, 0.2842.</p></html>"));
  end Robertson;

  model Column "Distillation column that reaches its steady state"
    extends Icons.Example;
    DistillationColumn column annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Formola.Blocks.Sources.Constant reflux(k=2.70629*1000/60)
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Formola.Blocks.Sources.Constant boilUp(k=3.20629*1000/60)
      annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Real balance = column.F*column.zF - column.D*column.x[column.n] - column.B*column.x[1]
      "Tends to zero";
  equation
    connect(reflux.y, column.L)
      annotation (Line(points={{-9,20},{4,20},{4,26},{8,26}}, color={0,0,127}));
    connect(boilUp.y, column.V)
      annotation (Line(points={{-9,-20},{4,-20},{4,14},{8,14}}, color={0,0,127}));
    annotation (experiment(StopTime=300000, Tolerance=1e-7),
      Documentation(info="<html><p>Published steady state: 0.99 of the light component in the
distillate and 0.01 in the bottom product.</p></html>"));
  end Column;

  annotation (Documentation(info="<html><p>Examples of Formola.Process.</p></html>"));
end Process;
