// stage: simulate
// options: --stop 0.99 --intervals 37
// note: Relations in while-loops, and in for-loops that are left, are evaluated anew in each round and cause no events; what they determine is computed all the time. Integers kept the value of some earlier event.
// configs: --method inline:bdf; --method dopri5; --backend interp
// analytic: n = max(0, ceil(10*time) - 1)
// analytic: k = floor(time/0.15)
// analytic: m = 5
// analytic: c = 3 if time <= 0.5 else 5
// analytic: q = max(0, ceil(2*time) - 1) + max(0, ceil(3*time) - 1) + max(0, ceil(4*time) - 1)
// analytic: held = 1 if time > 0.52 else 0
model RelationsInLoops
  Real rest, u, w;
  Integer n, k, m, q, held, c;
algorithm
  n := 0;
  rest := time;
  while rest > 0.1 loop
    rest := rest - 0.1;
    n := n + 1;  // expect-warning@+0: DiscreteComputed
  end while;
algorithm
  k := 0;
  u := 0;
  for i in 1:10 loop
    u := u + 0.15;
    if u > time then
      break;
    end if;
    k := k + 1;  // expect-warning@+0: DiscreteComputed
  end for;
algorithm
  m := 0;
  w := 3*time;
  while m < 5 loop
    if w > 1 then
      w := w - 1;
    end if;
    m := m + 1;
  end while;
algorithm
  q := 0;
  for i in 1:4 loop
    for j in 1:3 loop
      if i*time > j then
        q := q + 1;  // expect-warning@+0: DiscreteComputed
      else
        break;
      end if;
    end for;
  end for;
algorithm
  held := 0;
  c := 0;
  while c < 3 loop
    c := c + 1;
    if time > 0.52 then
      held := 1;
    end if;
  end while;
  if time > 0.5 then
    c := 5;
  end if;
end RelationsInLoops;
