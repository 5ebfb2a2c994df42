// stage: flatten
// model: M
// options: --disable-pass=checkUnits
// note: A replaceable type with attributes, outer variables, empty partial base classes.
package Icons
  partial model Base
  end Base;
end Icons;
package Types
  type T = Real(unit = "K", min = 0);
end Types;
model Base2
  extends Icons.Base;
  outer Real ambient;
  replaceable type Temp = Types.T constrainedby Real;
  Temp T(start = 300);
equation
  der(T) = ambient - T;
end Base2;
model M
  inner Real ambient = 273 + time;
  Base2 a;
  Base2 b(redeclare type Temp = Types.T(nominal = 300));
  Base2 c(T(fixed = true));
end M;
