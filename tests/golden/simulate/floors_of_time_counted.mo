// stage: simulate
// options: --stop 1 --intervals 20
// note: what follows from the events of integer functions of time: integrals, counters, instants, pulses
// final: z1 = 5.5
// final: z2 = 4.5
// final: z3 = 0.69 + 0.114
// final: z4 = -5.5
// final: n1 = 10
// final: n2 = 9
// final: n3 = 1000
// final: n4 = 18
// final: n5 = 4
// final: n6 = 4
// final: since = 0.8
// final: phase = 0.1
// final: turns = 9
// tolerance: 1e-6
// configs: --backend interp; --method cvode; --method rk4; --method dopri5; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:lobatto4
model FloorsCounted
  Real z1(start = 0, fixed = true), z2(start = 0, fixed = true), z3(start = 0, fixed = true), z4(start = 0, fixed = true);
  discrete Integer n1(start = 0), n2(start = 0), n3(start = 0), n4(start = 0), n5(start = 0), n6(start = 0), turns(start = 0);
  discrete Real since(start = 0), rate(start = 1), origin(start = 0);
  Integer k = integer(10*time), fast = integer(1000*time);
  Real phase = mod(rate*(time - origin), 0.3);
equation
  der(z1) = ceil(10*time);
  der(z2) = k;
  der(z3) = if mod(time, 0.886) < 0.69 then 1 else 0;
  der(z4) = floor(-10*time);
  when change(k) then
    n1 = pre(n1) + 1;
  end when;
  when {k == 1, k == 2, k == 3, k == 4, k == 5, k == 6, k == 7, k == 8, k == 9} then
    n2 = pre(n2) + 1;
  end when;
  when change(fast) then
    n3 = pre(n3) + 1;
  end when;
  // a pulse of which each period starts by an event
  when integer((time - 0.1)/0.05) > pre(n4) then
    n4 = pre(n4) + 1;
  end when;
  when mod(time, 0.25) < 0.1 then
    n5 = pre(n5) + 1;
  end when;
  when mod(time - 0.1, 0.25) >= 0.2 then
    n6 = pre(n6) + 1;
    since = time;
  end when;
  // slope and offset that change at events
  when sample(0.25, 0.25) and time < 0.9 then
    rate = pre(rate) + 1;
    origin = time;
  end when;
  when phase < 0.1 then
    turns = pre(turns) + 1;
  end when;
end FloorsCounted;
