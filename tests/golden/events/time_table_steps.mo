// stage: simulate
// model: TimeTableSteps.Sums
// options: --method euler --step 0.01 --stop 3
// final: a = 1.72791
// final: b = 0.05158
// final: c = -0.07375
// tolerance: 1e-9
// configs: --method rk4 --step 0.01; --method inline:be --step 0.01; --backend interp
// note: a table of steps is integrated exactly by any method that stops at its rows. The step after a row began with the value before it where rounding of time - shift led there.
package TimeTableSteps
  class Table
    extends ExternalObject;
    function constructor
      input Real table[:, 2];
      input Integer extrapolation;
      input Real shift;
      output Table t;
    external "C" t = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", table, size(table, 1), 2, -10.0, {2}, 1, 3,
      extrapolation, shift, 1, false);
    end constructor;
    function destructor
      input Table t;
    external "C" ModelicaStandardTables_CombiTimeTable_close(t);
    end destructor;
  end Table;
  function value
    input Table t;
    input Real instant;
    input Real next;
    input Real before;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(t, 1, instant, next, before);
  end value;
  function nextEvent
    input Table t;
    input Real instant;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, instant);
  end nextEvent;
  model Source
    parameter Real table[:, 2];
    parameter Integer extrapolation;
    parameter Real shift;
    Table t = Table(table, extrapolation, shift);
    discrete Real next(start = -20, fixed = true);
    Real y = value(t, time, next, pre(next));
  equation
    when {initial(), time >= pre(next)} then
      next = nextEvent(t, time);
    end when;
  end Source;
  model Sums
    Source first(table = [-0.438, 0.8; 1.114, -0.49; 1.576, 0.73], extrapolation = 3, shift = -0.187);
    Source second(table = [-0.609, -0.052; 0.778, 0.162; 1.748, 0.211], extrapolation = 3, shift = 0.409);
    Source third(table = [-0.611, -0.16; -0.186, -0.181; -0.124, 0.841; 0.039, -0.688; 0.251, -0.991; 1.382, 0.887], extrapolation = 1, shift = 0.38);
    Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
  equation
    der(a) = first.y;
    der(b) = second.y;
    der(c) = third.y;
  end Sums;
end TimeTableSteps;
