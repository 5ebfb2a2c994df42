// Models with interpolation tables for tests/tools/test_fmi.py and test_translate.py: external
// objects with the functions of the Modelica Standard Library.
package Tables
  type Smoothness = enumeration(linear, akima, constant_, monotone1, monotone2, modified);
  type Extrapolation = enumeration(hold, tangent, periodic, none);
  type TimeEvents = enumeration(always, atJumps, none);

  class TimeTable
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Real startTime;
      input Integer columns[:];
      input Smoothness smoothness;
      input Extrapolation extrapolation;
      input Real shiftTime = 0;
      input TimeEvents timeEvents = TimeEvents.always;
      input Boolean verbose = false;
      output TimeTable t;
    external "C" t = ModelicaStandardTables_CombiTimeTable_init2(fileName, tableName, table, size(table, 1), size(table, 2),
      startTime, columns, size(columns, 1), smoothness, extrapolation, shiftTime, timeEvents, verbose);
    end constructor;
    function destructor
      input TimeTable t;
    external "C" ModelicaStandardTables_CombiTimeTable_close(t);
    end destructor;
  end TimeTable;

  function timeValue
    input TimeTable t;
    input Integer column;
    input Real time_;
    input Real next;
    input Real before;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(t, column, time_, next, before);
    annotation (derivative(noDerivative = next, noDerivative = before) = timeDerivative);
  end timeValue;

  function timeDerivative
    input TimeTable t;
    input Integer column;
    input Real time_;
    input Real next;
    input Real before;
    input Real der_time;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTimeTable_getDerValue(t, column, time_, next, before, der_time);
  end timeDerivative;

  function nextEvent
    input TimeTable t;
    input Real time_;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, time_);
  end nextEvent;

  class Table1D
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer columns[:];
      input Smoothness smoothness;
      input Extrapolation extrapolation = Extrapolation.tangent;
      input Boolean verbose = false;
      output Table1D t;
    external "C" t = ModelicaStandardTables_CombiTable1D_init2(fileName, tableName, table, size(table, 1), size(table, 2),
      columns, size(columns, 1), smoothness, extrapolation, verbose);
    end constructor;
    function destructor
      input Table1D t;
    external "C" ModelicaStandardTables_CombiTable1D_close(t);
    end destructor;
  end Table1D;

  function value
    input Table1D t;
    input Integer column;
    input Real u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, column, u);
    annotation (derivative = derivative_);
  end value;

  function derivative_
    input Table1D t;
    input Integer column;
    input Real u;
    input Real der_u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getDerValue(t, column, u, der_u);
  end derivative_;

  function least
    input Table1D t;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_minimumAbscissa(t);
  end least;

  class Table2D
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Smoothness smoothness;
      input Extrapolation extrapolation = Extrapolation.tangent;
      input Boolean verbose = false;
      output Table2D t;
    external "C" t = ModelicaStandardTables_CombiTable2D_init2(fileName, tableName, table, size(table, 1), size(table, 2),
      smoothness, extrapolation, verbose);
    end constructor;
    function destructor
      input Table2D t;
    external "C" ModelicaStandardTables_CombiTable2D_close(t);
    end destructor;
  end Table2D;

  function value2
    input Table2D t;
    input Real u1;
    input Real u2;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable2D_getValue(t, u1, u2);
    annotation (derivative = derivative2);
  end value2;

  function derivative2
    input Table2D t;
    input Real u1;
    input Real u2;
    input Real der_u1;
    input Real der_u2;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable2D_getDerValue(t, u1, u2, der_u1, der_u2);
  end derivative2;

  model Inside "Tables of numbers, some of them parameters; time events, derivatives"
    parameter Real top = 2 "Highest value";
    parameter Smoothness smoothness = Smoothness.akima;
    Table1D line = Table1D("NoName", "NoName", [0, 0, 1; 1, top, 2; 2, 1, -1; 4, 3, 0], {2, 3}, smoothness, Extrapolation.tangent);
    Table1D steps = Table1D("NoName", "NoName", [0, 1; 1, 2; 1, 4; 3, 5], {2}, Smoothness.monotone2, Extrapolation.periodic);
    Table2D plane = Table2D("NoName", "NoName", [0, 0, 1, 2; 0, 1, 2, 4; 1, 2, 3, 0; 2, 1, 0, 1], Smoothness.akima);
    TimeTable source = TimeTable("NoName", "NoName", [0, 0; 0.5, 1; 0.5, 2; 1, top], 0.25, {2}, Smoothness.linear, Extrapolation.periodic, 0.25);
    parameter Real first = least(line);
    Real x(start = 0.1, fixed = true);
    Real y1 = value(line, 1, 3*x), y2 = value(line, 2, 5*x - 1), y3 = value2(plane, 2*x, 3*x);
    Real y4 = value(steps, 1, 4*time);
    Real slope;
    Real u;
    discrete Real next(start = 0, fixed = true);
  equation
    slope = der(y1);
    when {initial(), time >= pre(next)} then
      next = nextEvent(source, time);
    end when;
    u = timeValue(source, 1, time, next, pre(next));
    der(x) = 0.5*u - 0.1*y1 + first;
    annotation (experiment(StopTime = 2));
  end Inside;

  model FromFiles "Tables in files"
    parameter String text = "curves.txt";
    Table1D a = Table1D("curve", text, fill(0.0, 0, 2), {2}, Smoothness.linear, Extrapolation.hold);
    Real x(start = 0, fixed = true);
  equation
    der(x) = value(a, 1, time);
    annotation (experiment(StopTime = 1));
  end FromFiles;
end Tables;
