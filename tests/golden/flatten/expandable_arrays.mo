// stage: flatten
// note: Members of a bus that appear through arrays of components, and of an array of buses.
model ExpandableArrays
  expandable connector Bus
  end Bus;
  connector RealOutput = output Real;
  connector RealInput = input Real;
  model Unit
    RealOutput y = 2;
    RealInput u;
    RealOutput p[2] = {3, 4};
  end Unit;
  model Sum
    parameter Integer n;
    RealInput u[n];
    Real total = sum(u);
  end Sum;
  Unit unit[3];
  Bus bus, each_bus[3];
  Sum s(n = 3), t(n = 3), v(n = 3);
  RealOutput z[3] = {1, 2, 3};
equation
  connect(unit.y, bus.y);
  connect(bus.y, s.u);
  connect(z, each_bus.z);
  connect(each_bus.z, unit.u);
  connect(each_bus.w, t.u);
  connect(unit.y, each_bus.w);
  connect(unit.p[2], bus.p);
  connect(bus.p, v.u);
end ExpandableArrays;
