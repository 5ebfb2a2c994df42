within Formola.Examples;
package Process "Process units"
  extends Icons.Package;
  import Formola.Process.*;

  model TwoTanks "Two tanks that level out through a pipe"
    extends Icons.Example;
    Tank tank1(A=1, g=10, h(start=2, fixed=true));
    Tank tank2(A=1, g=10, h(start=1, fixed=true));
    LaminarPipe pipe(R=1e5);
    Real exact = 1.5 + 0.5*exp(-0.2*time) "tank1.h";
  equation
    connect(tank1.port, pipe.port_a);
    connect(pipe.port_b, tank2.port);
    annotation (experiment(StopTime=20, Tolerance=1e-6),
      Documentation(info="<html><p>The difference of the levels decays with the rate
<code>2*rho*g/(A*R) = 0.2</code>.</p></html>"));
  end TwoTanks;

  model DrainedTank "Tank filled by a pump and drained through a valve"
    extends Icons.Example;
    Reservoir supply;
    Pump pump;
    Tank tank(A=0.1, h(start=0.5, fixed=true));
    Valve valve(Cv=1e-5);
    Reservoir drain;
    Formola.Blocks.Sources.Constant flow_(k=1e-3);
    Formola.Blocks.Sources.Constant opening(k=1);
  equation
    connect(supply.port, pump.port_a);
    connect(pump.port_b, tank.port);
    connect(tank.port, valve.port_a);
    connect(valve.port_b, drain.port);
    connect(flow_.y, pump.q_ref);
    connect(opening.y, valve.opening);
    annotation (experiment(StopTime=3000, Tolerance=1e-6),
      Documentation(info="<html><p>Steady level <code>(q/Cv)^2/(rho*g) = 1e4/9806.65 = 1.0197</code>
m.</p></html>"));
  end DrainedTank;

  model SuperheaterEnergy "Superheater with the energy as state"
    extends Icons.Example;
    Superheater superheater(preferEnergy=StateSelect.prefer, h(start=3e6, fixed=true));
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
      h(start=3e6, fixed=true));
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
    Superheater superheater(h(start=3e6, fixed=true));
    Formola.Blocks.Sources.Step heat(height=2e6, offset=2e6, startTime=10);
    Formola.Blocks.Sources.Constant steam(k=10);
    Formola.Blocks.Sources.Constant inlet(k=2.8e6);
  equation
    connect(heat.y, superheater.Qin);
    connect(steam.y, superheater.W);
    connect(inlet.y, superheater.hin);
    annotation (experiment(StopTime=200, Tolerance=1e-6),
      Documentation(info="<html><p>Steady at first; after the step the enthalpy tends to <code>hin +
Qin/W = 3.2e6</code> J/kg.</p></html>"));
  end SuperheaterWithFlow;

  model Reactor "Exothermic reactor at its unstable steady state"
    extends Icons.Example;
    StirredTankReactor reactor(c(start=500, fixed=true), T(start=350, fixed=true));
    Formola.Thermal.Sources.PrescribedTemperature coolant;
    Formola.Blocks.Sources.Step coolantTemperature(offset=300, height=5, startTime=60);
  equation
    connect(coolantTemperature.y, coolant.T);
    connect(coolant.port, reactor.jacket);
    annotation (experiment(StopTime=600, Tolerance=1e-7),
      Documentation(info="<html><p>For the coolant at 300 K the textbook's steady state is 0.5 mol/l
and 350 K. The step of the coolant to 305 K
starts the oscillation described there.</p></html>"));
  end Reactor;

  model ConsecutiveReactions "A to B to C with named species"
    extends Icons.Example;
    type Species = enumeration(A, B, C);
    ReactionNetwork network(ns=3, nr=2, educts={{1, 0, 0}, {0, 1, 0}},
      products={{0, 1, 0}, {0, 0, 1}}, k={1, 2}, c_start={1, 0, 0});
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
      products={{0, 0, 1, 0}, {1, 1, 0, 0}, {1, 0, 0, 1}}, k={2, 1, 1.5}, c_start={1, 5, 0, 0});
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
      k={0.04, 3e7, 1e4}, c_start={1, 0, 0});
  equation
    annotation (experiment(StopTime=40, Tolerance=1e-8),
      Documentation(info="<html><p>H. H. Robertson (1966); reference at t = 40 (Hairer, Wanner,
Solving ODEs II): 0.7158, 9.185e-6, 0.2842.</p></html>"));
  end Robertson;

  model Column "Distillation column that reaches its steady state"
    extends Icons.Example;
    DistillationColumn column;
    Formola.Blocks.Sources.Constant reflux(k=2.70629*1000/60);
    Formola.Blocks.Sources.Constant boilUp(k=3.20629*1000/60);
    Real balance = column.F*column.zF - column.D*column.x[column.n] - column.B*column.x[1]
      "Tends to zero";
  equation
    connect(reflux.y, column.L);
    connect(boilUp.y, column.V);
    annotation (experiment(StopTime=300000, Tolerance=1e-7),
      Documentation(info="<html><p>Published steady state: 0.99 of the light component in the
distillate and 0.01 in the bottom product.</p></html>"));
  end Column;

  annotation (Documentation(info="<html><p>Examples of Formola.Process.</p></html>"));
end Process;
