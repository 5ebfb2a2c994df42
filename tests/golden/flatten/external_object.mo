// stage: flatten
// model: M
// note: An external object with constructor and destructor, used by an external function (12.9.7).
class Table
  extends ExternalObject;
  function constructor
    input String name;
    input Real data[:, 2];
    output Table table;
    external "C" table = table_open(name, data, size(data, 1));
  end constructor;
  function destructor
    input Table table;
    external "C" table_close(table);
  end destructor;
end Table;

function value
  input Table table;
  input Real x;
  output Real y;
  external "C" y = table_value(table, x);
end value;

model M
  parameter Table table = Table("t", [0, 0; 1, 2]);
  Real y = value(table, time);
end M;
