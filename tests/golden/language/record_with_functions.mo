// stage: simulate
// model: Grid
// options: --stop 1 --intervals 2
// note: a value for a record with functions inside; a redeclared component of an array gets one element of the value each
// final: r = 6
// final: lengths = 30
model Grid
  parameter Cable cable = Copper();
  Real r = cable.resistance(3, cable);
  Line lines[2](redeclare Copper cable = {Copper(area = 1), Copper(area = 2)});
  Real lengths = 10*sum(lines.cable.area);
end Grid;

model Line
  replaceable parameter Cable cable;
end Line;

record Cable
  parameter Real specific = 1;
  parameter Real area = 1;
  function resistance
    input Real length;
    input Cable cable;
    output Real r = cable.specific*length;
  algorithm
  end resistance;
end Cable;

record Copper
  extends Cable(specific = 2);
end Copper;
