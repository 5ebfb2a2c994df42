package Ensembles "Models of bench/ensembles"
  model Lorenz
    parameter Real sigma = 10, rho = 28, beta = 8/3;
    Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  equation
    der(x) = sigma*(y - x);
    der(y) = rho*x - y - x*z;
    der(z) = x*y - beta*z;
  end Lorenz;

  model Robertson "H. H. Robertson (1966): three reactions, stiff"
    parameter Real k1 = 0.04, k2 = 3e7, k3 = 1e4;
    Real a(start = 1, fixed = true), b(start = 0, fixed = true, nominal = 1e-4), c(start = 0, fixed = true);
  equation
    der(a) = -k1*a + k3*b*c;
    der(b) = k1*a - k3*b*c - k2*b^2;
    der(c) = k2*b^2;
  end Robertson;

  model Hires "E. Schaefer (1975): eight reactants, stiff"
    parameter Real k = 280;
    Real y[8](start = {1, 0, 0, 0, 0, 0, 0, 0.0057}, each fixed = true);
  equation
    der(y[1]) = -1.71*y[1] + 0.43*y[2] + 8.32*y[3] + 0.0007;
    der(y[2]) = 1.71*y[1] - 8.75*y[2];
    der(y[3]) = -10.03*y[3] + 0.43*y[4] + 0.035*y[5];
    der(y[4]) = 8.32*y[2] + 1.71*y[3] - 1.12*y[4];
    der(y[5]) = -1.745*y[5] + 0.43*y[6] + 0.43*y[7];
    der(y[6]) = -k*y[6]*y[8] + 0.69*y[4] + 1.71*y[5] - 0.43*y[6] + 0.69*y[7];
    der(y[7]) = k*y[6]*y[8] - 1.81*y[7];
    der(y[8]) = -k*y[6]*y[8] + 1.81*y[7];
  end Hires;

  model Ladder "A hundred sections of resistors and capacitors"
    parameter Real R = 1, C = 0.01;
    Real v[100](each start = 0, each fixed = true);
  equation
    C*der(v[1]) = (1 - 2*v[1] + v[2])/R;
    for k in 2:99 loop
      C*der(v[k]) = (v[k - 1] - 2*v[k] + v[k + 1])/R;
    end for;
    C*der(v[100]) = (v[99] - v[100])/R;
  end Ladder;

  model Ball "bounces"
    parameter Real e = 0.8;
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    when h < 0 then
      reinit(v, -e*pre(v));
    end when;
  end Ball;

  model Buck "A buck converter with hysteresis control: the switch follows the output voltage"
    parameter Real L = 1e-4, C = 1e-4, R = 2, U = 12, reference = 5, band = 0.05;
    Real i(start = 0, fixed = true), u(start = 0, fixed = true);
    Boolean on(start = true, fixed = true);
  equation
    on = if pre(on) then u < reference + band else u < reference - band;
    L*der(i) = (if on then U else 0) - u;
    C*der(u) = i - u/R;
  end Buck;

  package Tables "External objects with the functions of the Modelica Standard Library"
    class Curve
      extends ExternalObject;
      function constructor
        input Real table[:, 2];
        output Curve c;
      external "C" c = ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", table, size(table, 1), 2, {2}, 1, 2, 2, false);
      end constructor;
      function destructor
        input Curve c;
      external "C" ModelicaStandardTables_CombiTable1D_close(c);
      end destructor;
    end Curve;
    function value
      input Curve c;
      input Integer column;
      input Real u;
      output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(c, column, u);
      annotation(derivative = slope);
    end value;
    function slope
      input Curve c;
      input Integer column;
      input Real u;
      input Real du;
      output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getDerValue(c, column, u, du);
    end slope;
    class Signal
      extends ExternalObject;
      function constructor
        input Real table[:, 2];
        output Signal s;
      external "C" s = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", table, size(table, 1), 2, 0.0, {2}, 1, 1, 3, 0.0, 1, false);
      end constructor;
      function destructor
        input Signal s;
      external "C" ModelicaStandardTables_CombiTimeTable_close(s);
      end destructor;
    end Signal;
    function now
      input Signal s;
      input Integer column;
      input Real instant;
      input Real next;
      input Real before;
      output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(s, column, instant, next, before);
    end now;
    function nextEvent
      input Signal s;
      input Real instant;
      output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(s, instant);
    end nextEvent;
  end Tables;

  model Drive "A vehicle follows a cycle of speeds (a table over time) with an engine whose torque is a table of its speed"
    parameter Real mass = 1200, gain = 5, drag = 0.4;
    Tables.Signal cycle = Tables.Signal([0, 0; 11, 0; 15, 4.17; 23, 4.17; 28, 0; 49, 0; 61, 8.9; 85, 8.9; 96, 0; 117, 0; 143, 13.9; 155, 13.9; 176, 9.7; 188, 0; 195, 0]);
    Tables.Curve engine = Tables.Curve([0, 60; 100, 110; 200, 150; 300, 165; 400, 160; 500, 140; 600, 100; 700, 20]);
    Real v(start = 0, fixed = true), distance(start = 0, fixed = true), energy(start = 0, fixed = true);
    discrete Real next(start = 0, fixed = true);
    Real wanted = Tables.now(cycle, 1, time, next, pre(next)), torque = Tables.value(engine, 1, 20*v + 80);
    Real force = torque*20*tanh(gain*(wanted - v)/10);
  equation
    when {initial(), time >= pre(next)} then
      next = Tables.nextEvent(cycle, time);
    end when;
    mass*der(v) = force - drag*v*v - 0.01*mass*9.81*tanh(10*v);
    der(distance) = v;
    der(energy) = force*v;
  end Drive;
end Ensembles;
