// stage: simulate
// options: --stop 1
// model: IfRecordsOfSizes
// note: records whose arrays have other sizes are chosen between by what is known at translation
// analytic: y = 6 * time
// analytic: z = 3 * time
// configs: --backend interp
record Curve
  parameter Real x[:];
end Curve;
record Pump
  parameter Real k = 1;
  parameter Curve curve;
end Pump;
function total
  input Pump pump;
  output Real y = pump.k*sum(pump.curve.x);
algorithm
end total;
model IfRecordsOfSizes
  type Kind = enumeration(none, constant_, variable);
  parameter Kind kind = Kind.variable;
  parameter Pump small(k = 3, curve(x = {1}));
  parameter Pump large(curve(x = {1, 2, 3}));
  parameter Real a = total(if kind == Kind.constant_ then small else large);
  parameter Real b = total(if kind == Kind.variable then small elseif kind == Kind.none then large else small);
  Real y = a*time, z = b*time;
end IfRecordsOfSizes;
