// stage: simulate
// options: --stop 2 --intervals 8
// note: sample() is true in the first pass of the iteration of its event only (3.6, 3.7.5): what becomes true later in the
// note: iteration does not count with it.
// final: n = 4
// final: m1 = 3
// final: m2 = 3
// final: m3 = 2
// final: m4 = 0
// final: m5 = 4
// final: m6 = 3
// final: m7 = 1
// final: m8 = 11
// final: m9 = 0
// final: m10 = 1
// tolerance: 1e-12
// configs: --backend interp; --method cvode; --method rk4; --method inline:bdf
model SampleInFirstPass
  discrete Integer n(start = 0), m1(start = 0), m2(start = 0), m3(start = 0), m4(start = 0), m5(start = 0), m6(start = 0), m7(start = 0), m8(start = 0), m9(start = 0), m10(start = 0);
  Boolean tick = sample(0.5, 0.5), later(start = false, fixed = true), on(start = false, fixed = true);
equation
  when tick then
    n = pre(n) + 1;
  end when;
  when sample(0.5, 0.5) and pre(n) >= 1 then
    m1 = pre(m1) + 1;
  end when;
  when tick and pre(n) >= 1 then
    m2 = pre(m2) + 1;
  end when;
  when sample(1, 0.5) and pre(m1) >= 1 then
    m3 = pre(m3) + 1;
  end when;
  // n has changed in the same event, and is equal to pre(n) + 1 in the first pass
  when tick and n == pre(n) then
    m4 = pre(m4) + 1;
  end when;
  when tick and n > pre(n) then
    m5 = pre(m5) + 1;
  end when;
  later = tick or pre(later);
  when tick and pre(later) then
    m6 = pre(m6) + 1;
  end when;
  // true with the first tick, and no new edge while it stays true
  on = n >= 1;
  when on then
    m7 = pre(m7) + 1;
  end when;
  when {tick, sample(0.25, 0.5)} then
    m8 = pre(m8) + (if tick then 1 else 0) + (if time < 1.8 then 1 else 0);
  end when;
  when tick and edge(on) and pre(on) then
    m9 = pre(m9) + 1;
  end when;
  when tick and edge(on) then
    m10 = pre(m10) + 1;
  end when;
end SampleInFirstPass;
