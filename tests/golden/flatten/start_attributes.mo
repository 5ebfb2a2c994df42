// stage: flatten
// model: M
// options: --disable-pass=checkUnits
// note: Attributes by parameters, arrays and expressions; StateSelect; nominal; fixed per element.
model M
  parameter Real x0 = 3;
  parameter Integer n = 2;
  Real x(start = x0, fixed = true, stateSelect = StateSelect.prefer, nominal = 10*x0);
  Real v[n](start = {x0, 2*x0}, fixed = {true, false}, each unit = "m/s");
  Real w[n](each start = x0 + 1, min = fill(-1, n));
  Boolean b(start = x0 > 2, fixed = true);
equation
  der(x) = -x;
  der(v) = -v;
  der(w) = w;
  when x < 1 then
    b = false;
  end when;
end M;
