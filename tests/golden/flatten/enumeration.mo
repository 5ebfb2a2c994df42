// stage: flatten
// model: M
// note: Enumerations: literals, comparison, Integer(), loops over the type, arrays indexed by it.
type Gear = enumeration(park "P", reverse "R", drive "D");

model M
  parameter Gear start = Gear.reverse;
  Gear g(start = start, fixed = true);
  parameter Real ratio[Gear] = {0, -3, 2};
  Real total = sum(ratio[k] for k in Gear);
  Real now = ratio[g];
  Integer number = Integer(g);
  Boolean moving = g > Gear.park;
  Boolean b[Boolean] = {false, true};
  Real one = ratio[Gear.drive];
  Gear fromInteger = Gear(2);
equation
  when time > 1 then
    g = if pre(g) == Gear.drive then Gear.park else Gear.drive;
  end when;
end M;
