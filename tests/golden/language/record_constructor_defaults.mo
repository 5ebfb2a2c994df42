// stage: simulate
// model: P.M
// options: --stop 1 --intervals 2
// note: What a constructor is not given has the values of the declarations, modifiers of records inside and all.
// final: c.sub.x = 3
// final: c.sub.y[1] = 7
// final: c.sub.y[2] = 8
// analytic: v.sub.y[1] = 2*time
// analytic: v.sub.y[2] = 6
// final: a.r[1].x = 5
// final: a.r[2].x = 6
// final: a.r[2].y[2] = 2
// final: b.r[1].y[1] = 9
// final: b.r[2].y[2] = 12
// final: b.r[1].x = 4
// final: d.two.sub.y[2] = 21
// final: d.two.sub.x = 20
// final: d.two.a = 10
// final: l.r[3].x = 30
// final: inside = 2 + 3 + 7 + 8
// final: n.x[3] = 3
// final: total = 6
// analytic: m.x[2] = time
// final: f.x[4] = 1
// final: f.n = 4
// final: g.x[2] = 2
// final: h.y = 3
// final: later.x = 14
// configs: --backend interp; --disable-pass=compileFunctions
package P
  record R
    Real x = 3;
    Real y[2] = {1, 2};
  end R;
  record S
    Real a;
    R sub(y = {7, 8});
  end S;
  record V
    Real a;
    R sub(y = {2*a, 6});
  end V;
  record A
    R r[2](x = {5, 6});
  end A;
  record B
    R r[2](each x = 4, y = [9, 10; 11, 12]);
  end B;
  record D
    S two(a = 10, sub(y = {20, 21}, x = 20));
  end D;
  record L
    R r[3] = {R(10*i) for i in 1:3};
  end L;
  record N
    Integer n;
    Real x[n];
  end N;
  record F
    Integer n = 2;
    Real x[n] = fill(1, n);
  end F;
  record H
    Real y = sub.x;
    R sub;
  end H;
  record Later
    R sub(x = 2*b);
    Real x = sub.x;
    Real b = 7;
  end Later;
  function inside
    input Real u;
    output Real y;
  protected
    S s;
  algorithm
    s := S(a = u);
    y := s.a + s.sub.x + sum(s.sub.y);
  end inside;
  model M
    S c = S(a = 2);
    V v = V(time);
    A a = A();
    B b = B();
    D d = D();
    L l = L();
    Real inside = P.inside(2);
    N n = N(3, {1, 2, 3});
    parameter N p = N(3, {1, 2, 3});
    Real total = sum(p.x);
    N m = N(n = 2, x = {1, time});
    F f = F(n = 4);
    F g = F(2, {1, 2});
    H h = H();
    Later later = Later();
  end M;
end P;
