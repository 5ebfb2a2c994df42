// stage: simulate
// model: P.M
// options: --stop 1
// note: Arrays of records as arguments of functions, with arrays and records inside.
// final: s = 4321
// final: t = 4 + 60
// final: u = 10 + 20 + 3*4 + 5
// analytic: w = 1 + time
// configs: --backend interp; --disable-pass=compileFunctions
package P
  record A
    Real x;
    Real y;
  end A;
  record B
    A a[2];
    Real v[2];
    String name = "b";
    A one;
  end B;
  function f
    input A a[2];
    output Real s;
  algorithm
    s := a[1].x + 10*a[1].y + 100*a[2].x + 1000*a[2].y;
  end f;
  function g
    input A a[:];
    output Real s;
  algorithm
    s := sum(a.x) + 10*sum(a.y);
  end g;
  function h
    input B b[2];
    output Real s;
  algorithm
    s := b[1].a[2].y + b[2].v[1] + 3*b[1].one.x;
    if b[2].name == "two" then
      s := s + 5;
    end if;
  end h;
  function growing
    input A a[:];
    output Real s;
  algorithm
    s := a[size(a, 1)].y;
  end growing;
  model M
    A a[2] = {A(1, 2), A(3, 4 + 0*time)};
    Real s = f(a);
    Real t = g({A(1, 2), A(3, 4 + 0*time)});
    Real u = h({B(a = {A(1, 1), A(1, 10)}, v = {time, 1}, one = A(4, 4)),
      B(a = a, v = {20, 1}, name = "two", one = a[1])});
    Real w = growing({A(0, 0), A(0, 1 + time)});
  end M;
end P;
