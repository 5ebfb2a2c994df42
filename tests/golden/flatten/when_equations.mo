// stage: flatten
// model: M
// note: when with elsewhen, vector conditions, reinit, assert, terminate, pre, edge, change, sample, initial.
model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer bounces(start = 0, fixed = true);
  Boolean flying(start = true, fixed = true);
  discrete Real last(start = 0, fixed = true);
  Boolean tick = sample(0, 0.5);
equation
  der(h) = v;
  der(v) = if flying then -9.81 else 0;
  when h < 0 then
    reinit(v, -0.7*pre(v));
    bounces = pre(bounces) + 1;
  elsewhen time > 3 then
    bounces = 0;
  end when;
  when {h < 0 and v > -0.01, bounces > 10} then
    flying = false;
  end when;
  when {initial(), tick, edge(flying), change(bounces)} then
    last = h;
  end when;
  when time > 5 then
    terminate("five seconds");
    assert(h > -1, "fell through");
  end when;
  assert(v < 100, "too fast: " + String(v), AssertionLevel.warning);
end M;
