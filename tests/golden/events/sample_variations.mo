// stage: simulate
// options: --stop 2.05 --intervals 41
// note: sample() is true in the first pass of its event only: beside other conditions, negated, in algorithms, in loops, with reinit
// final: a1 = 10
// final: a2 = 0
// final: b = 13
// final: c1 = 7
// final: c2 = 7
// final: d = 0
// final: e1 = 5
// final: e2 = 505
// final: f = 7
// final: g = 511
// final: h = 5
// final: i1 = 10
// final: i2 = 9
// final: i3 = 7
// final: k = 8
// final: x = 0.25
// tolerance: 1e-6
// configs: --backend interp; --method cvode; --method rk4 --step 0.05; --method inline:bdf; --method inline:radau5
model SampleVariations
  Real x(start = 0, fixed = true);
  discrete Integer a1(start = 0, fixed = true), a2(start = 0, fixed = true), b(start = 0, fixed = true), c1(start = 0, fixed = true), c2(start = 0, fixed = true);
  discrete Integer d(start = 0, fixed = true), e1(start = 0, fixed = true), e2(start = 0, fixed = true), f(start = 0, fixed = true), g(start = 0, fixed = true);
  discrete Integer h(start = 0, fixed = true), i[3](each start = 0, each fixed = true), k(start = 0, fixed = true);
  discrete Boolean q(start = false, fixed = true), both(start = false, fixed = true);
  Boolean s = sample(0.2, 0.3), r = pre(q), on = pre(h) >= 2 and pre(h) < 5;
  Integer i1 = i[1], i2 = i[2], i3 = i[3];
equation
  der(x) = 1;
  when sample(0.1, 0.2) then
    a1 = pre(a1) + 1;
  end when;
  when sample(0.1, 0.2) and pre(a1) > 100 then
    a2 = pre(a2) + 1;
  end when;
  when sample(0.25, 0.25) and pre(b) >= 2 then
    b = pre(b) + 1;
  elsewhen time > 0.1 then
    b = 5;
  end when;
  when s then
    c1 = pre(c1) + 1;
  end when;
  when not s then
    c2 = pre(c2) + 1;
  end when;
  when sample(0.1, 0.1) then
    q = not pre(q);
  end when;
  when change(r) and sample(0.1, 0.1) then
    d = pre(d) + 1;
  end when;
  when sample(0.3, 0.3) then
    reinit(x, 0);
  end when;
  when x > 0.2 and not sample(0.3, 0.3) then
    f = pre(f) + 1;
  end when;
  when sample(0, 0.2) and not sample(0.1, 0.4) then
    g = pre(g) + 1;
  elsewhen sample(0.1, 0.4) then
    g = pre(g) + 100;
  end when;
  when sample(0.1, 0.1) and (on or pre(h) < 2) then
    h = pre(h) + 1;
  end when;
  for n in 1:3 loop
    when sample(0.1*n, 0.2) and (if n == 1 then true else pre(i[max(n - 1, 1)]) >= 2) then
      i[n] = pre(i[n]) + 1;
    end when;
  end for;
  when {sample(0.5, 0.5), pre(both)} then
    both = not pre(both);
    k = pre(k) + 1;
  end when;
algorithm
  when sample(0, 0.5) then
    e1 := e1 + 1;
  end when;
  when e1 > pre(e1) then
    e2 := e2 + 1;
  end when;
  when sample(0, 0.5) and e2 > pre(e2) then
    e2 := e2 + 100;
  end when;
end SampleVariations;
