// stage: simulate
// options: --stop 0.9 --intervals 18 --tolerance 1e-8
// note: arrays of records with array fields, in and out of functions: every element keeps its own
// analytic: a = 3*(time + 1) + 1
// analytic: b1 = 1307 + 10*time
// analytic: b2 = 2743
// analytic: b3 = 2*(14 + time)
// analytic: c = 10*time + 6
// analytic: d = 100*4 + 10 + time + 1000*time
// analytic: e = time + 4 + 1000*(time + 6) + 200
// analytic: f1 = 21*time
// analytic: f2 = 90
// analytic: g1 = 6
// analytic: g2 = 6*time
// analytic: h = (2.5 if time < 1/3 else 5.5 if time < 2/3 else 8.5) + time
// analytic: k1 = exp(-time)
// analytic: k2 = 2*exp(-time)
// tolerance: 1e-6
// configs: --backend interp; --backend interp --disable-pass=compileFunctions; --method cvode; --method inline:radau5
model FunctionRecordArrayVariations
  record P
    Real xy[2];
    Real w;
  end P;
  function make
    input Integer n;
    input Real s;
    output P q[n];
  algorithm
    for i in 1:n loop
      q[i].xy := {i*s, -i};
      q[i].w := sum(q[i].xy);
    end for;
  end make;
  record Square
    Real m[2, 2];
    Integer k;
  end Square;
  function crossed
    input Square p[:];
    output Real y[size(p, 1)];
    output Real s;
  protected
    Square q[size(p, 1)];
  algorithm
    q := p;
    for i in 1:size(p, 1) loop
      q[i].m[1, :] := p[size(p, 1) + 1 - i].m[2, :];
    end for;
    s := 0;
    for i in 1:size(p, 1) loop
      y[i] := q[i].m[1, 1] + 10*q[i].m[1, 2] + 100*q[i].m[2, 1] + 1000*q[i].k;
      s := s + sum(q[i].m);
    end for;
  end crossed;
  record Inner
    Real a[2];
  end Inner;
  record Outer
    Inner ins[2];
  end Outer;
  function nest
    input Real t;
    output Outer o;
  algorithm
    for i in 1:2 loop
      o.ins[i] := Inner({t*i, t + i});
    end for;
  end nest;
  function diagonal
    input Outer o[:];
    output Real s;
  algorithm
    s := 0;
    for k in 1:size(o, 1) loop
      for i in 1:2 loop
        s := s + k*o[k].ins[i].a[i];
      end for;
    end for;
  end diagonal;
  record Flagged
    Real x[3];
    Integer b[2];
  end Flagged;
  function swap
    input Flagged p[2];
    output Flagged q[2];
  algorithm
    q[1] := p[2];
    q[2] := p[1];
    q[1].x[2:3] := p[1].x[1:2];
    q[2].b := -p[1].b;
  end swap;
  function backwards
    input Integer n;
    input Real t;
    output Inner q[n];
  protected
    Inner w;
  algorithm
    for i in 1:n loop
      w.a := fill(t, 2) + {i, 2*i};
      q[n + 1 - i] := w;
    end for;
    if n > 2 then
      q[2:3].a[1] := {100.0, 200.0};
    end if;
  end backwards;
  record Base
    Real k[2] = {1, 2};
  end Base;
  record Derived
    extends Base(k = {3, 4});
    Real l[2] = 2*k;
  end Derived;
  function total
    input Derived d[2];
    output Real y;
  algorithm
    y := d[1].l[1]*d[2].l[2] + d[2].k[1];
  end total;
  record Triangle
    Inner v[3];
  end Triangle;
  function area
    input Triangle t;
    output Real a;
  algorithm
    a := 0.5*((t.v[2].a[1] - t.v[1].a[1])*(t.v[3].a[2] - t.v[1].a[2]) - (t.v[3].a[1] - t.v[1].a[1])*(t.v[2].a[2] - t.v[1].a[2]));
  end area;
  function stretch
    input Triangle t[:];
    input Real d;
    output Triangle r[size(t, 1)];
  algorithm
    r := t;
    for i in 1:size(t, 1) loop
      for j in 1:3 loop
        r[i].v[j].a[1] := t[i].v[j].a[1]*d*i;
      end for;
    end for;
  end stretch;
  record Row
    Integer n[2];
    Real w[2];
  end Row;
  constant Row rows[3] = {Row({1, 2}, {0.5, 0.25}), Row({3, 4}, {1.5, 1.25}), Row({5, 6}, {2.5, 2.25})};
  function pick
    input Integer i;
    input Real t;
    output Row q;
  protected
    Row loc[3] = rows;
  algorithm
    loc[i].w[2] := t;
    q := loc[i];
  end pick;
  function rates
    input Inner p[2];
    output Real v[2];
  algorithm
    for i in 1:2 loop
      v[i] := -p[i].a[i];
    end for;
  end rates;
  P q[3] = make(3, time + 1);
  Square sq[2](m = {{{1, 2}, {3, 4}}, {{5, 6}, {7, time}}}, k = {1, 2});
  Flagged fs[2] = swap({Flagged({1, time, 3}, {1, 0}), Flagged({4, 5, 6}, {0, 0})});
  Inner back[4] = backwards(4, time);
  Real firsts[4] = back.a[1], seconds[4] = back[:].a[2];
  Derived ds[2](each k = {time, 5});
  Triangle ts[2] = stretch({Triangle({Inner({0, 0}), Inner({2, 0}), Inner({0, 3})}),
    Triangle({Inner({1, 1}), Inner({4, 1}), Inner({1, time + 1})})}, 2);
  Row chosen = pick(min(integer(3*time) + 1, 3), time);
  Real state[2](start = {1, 2}, each fixed = true);
  Real y[2], a, b1, b2, b3, c, d, e, f1, f2, g1, g2, h, k1, k2;
equation
  a = q[3].xy[1] - q[1].xy[2];
  (y, b3) = crossed(sq);
  b1 = y[1];
  b2 = y[2];
  c = diagonal({nest(time), nest(2*time)});
  d = 100*fs[1].x[1] + 10*fs[1].x[2] + fs[1].x[3] + 1000*fs[2].x[2];
  e = firsts[4] + 3 + 1000*seconds[2] + firsts[3];
  f1 = total(ds);
  f2 = total({Derived(), Derived(k = {6, 7})});
  g1 = area(ts[1]);
  g2 = area(ts[2]);
  h = chosen.n[2] + rows[min(integer(3*time) + 1, 3)].w[1] + chosen.w[2];
  der(state) = rates({Inner(state), Inner(state)});
  k1 = state[1];
  k2 = state[2];
end FunctionRecordArrayVariations;
