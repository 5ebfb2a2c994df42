// State events in a sine and a limiter, time events, a when-clause with reinit, a discrete variable in a loop, edge and change, elsewhen.
model Switched
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), limited, rectified, s(start = 0.5);
  discrete Real level(start = 0, fixed = true), last(start = 0, fixed = true);
  Boolean high(start = false, fixed = true);
  Integer count(start = 0, fixed = true);
  Boolean off(start = true);
equation
  der(x) = -x + (if time > 0.55 then 2 else 1)*sin(5*time);
  der(y) = limited - 0.2*y;
  limited = if x > 0.4 then 0.4 elseif x < -0.2 then -0.2 else x;
  // an ideal diode in series with a resistor: the relation depends on the solution
  off = s < 0;
  rectified = if off then 0 else s;
  x - 0.3 = (if off then s else 0) + 0.5*rectified;
  high = x > 0.1 and time < 1.7;
  when sample(0, 0.15) then
    level = x;
    last = pre(level);
  end when;
  when change(high) then
    count = pre(count) + 1;
    reinit(y, 0.5*y);
  elsewhen y > 0.12 then
    count = pre(count) + 10;
  end when;
  annotation(experiment(StopTime = 2));
end Switched;
