// stage: simulate
// options: --stop 0.9 --intervals 18
// note: ranges as operands in functions: of lists, products, calls, subscripts, branches, negative steps, Reals, enumerations
// analytic: a = 72 + time
// analytic: b = 122 + 17*time + time**2
// analytic: c1 = 10 if time > 0.6 else 3 if time > 0.3 else 9
// analytic: c2 = 12 if time > 0.6 else 4 if time > 0.3 else 9
// analytic: d = 13*time + 24
// analytic: e = 30
// analytic: f = 28*time + 5
// analytic: g = 4*time + 9
// analytic: h = (6 if time > 0.5 else 10) + 17 + 2*time
// analytic: k = 20103 + (30000 if time > 0.5 else 10000)
// analytic: l1 = 3 if time > 0.5 else 1
// analytic: l2 = (0 if time > 0.7 else 3 if time > 0.5 else 1) + 0.5
// analytic: l3 = (0 if time > 0.7 else 2) + 1
// analytic: m = 5 if time < 0.5 else 14
// tolerance: 1e-9
// configs: --backend interp; --backend interp --disable-pass=compileFunctions
model FunctionRangeVariations
  type E = enumeration(a, b, c);
  function lists
    input Real u;
    output Real y;
  algorithm
    y := sum(cat(1, 3:5, {u}, 1:0)) + (1:4)*(2:5) + sum([1:2, 3:4]) + max(2:2:7) + size(1:3:10, 1);
  end lists;
  function squares
    input Real v[:];
    output Real s;
  algorithm
    s := v*v + size(v, 1);
  end squares;
  function calls
    input Integer n;
    input Real u;
    output Real y;
  algorithm
    y := squares(1:n) + u*squares(n:-1:1) + squares(cat(1, 0:1, {u})) + squares({i*i for i in 1:n});
  end calls;
  function branches
    input Real u;
    output Real y[2];
  algorithm
    y := {9, 9};
    y := if u > 0.3 then 3:4 else y;
    if u > 0.6 then
      y := 2*(5:6);
    end if;
  end branches;
  function between
    input Real u;
    input Integer a;
    input Integer b;
    output Real y;
  protected
    Real v[b - a + 1];
    Integer w[:] = a:b;
  algorithm
    v := u*(a:b);
    y := sum(v) + sum(w) + sum(-(a:b)) + product(a:b) + v[end];
  end between;
  function outerProduct
    input Real x[:];
    input Real y[:];
    output Real m[size(x, 1), size(y, 1)];
  algorithm
    for i in 1:size(x, 1) loop
      m[i, :] := x[i]*y;
    end for;
  end outerProduct;
  function ofProduct
    input Integer n;
    output Real s;
  algorithm
    s := sum(outerProduct(1:n, 0:0.5:2));
  end ofProduct;
  function loops
    input Real u;
    output Real y;
  algorithm
    y := 0;
    for i in 1:3 loop
      for x in (i:3)*2 loop
        y := y + x*u;
      end for;
    end for;
    for v in 0.5:0.5:2 loop
      y := y + v;
    end for;
  end loops;
  function subscripts
    input Real u[:];
    output Real y;
  protected
    Integer n = size(u, 1);
  algorithm
    y := u[1:n - 1]*u[2:n] + sum(u[n:-1:1] - u) + sum(u[{1, n}]) + max(abs((-2:2))) + sum(sqrt({i for i in (1:2).^2}));
  end subscripts;
  function choices
    input Real u;
    output Real y;
  algorithm
    y := (if u > 0.5 then sum(1:3) else sum(1:4)) + scalar([2:2]) + sum(fill(1, 2) + (1:2)) + sum(cat(2, [1:2], [3:4], [u; u]));
  end choices;
  function kinds
    input E e;
    output Real y;
  protected
    Real w[E] = {10, 20, 30};
  algorithm
    y := 0;
    for k in E.b:E.c loop
      y := y + w[k];
    end for;
    for k in E loop
      if k == e then
        y := y + 1000*w[k];
      end if;
    end for;
    for b in false:true loop
      y := y + (if b then 1 else 0.5);
    end for;
  end kinds;
  function parts
    input Real u;
    output Real y[3];
  protected
    Real a[3];
  algorithm
    a := (if u > 0.5 then 3:-1:1 else 1:3);
    a[2:3] := if u > 0.7 then {0.0, 0.0} else a[1:2];
    y := a + (0:2)/2;
  end parts;
  function sized
    input Integer n;
    output Real y;
  protected
    Real w[n, n];
  algorithm
    w := identity(n);
    for i in 1:n - 1 loop
      w[i, i + 1] := i;
    end for;
    y := (w*ones(n))*(w*ones(n));
  end sized;
  Real a = lists(time), b = calls(3, time), c[2] = branches(time), c1 = c[1], c2 = c[2], d = between(time, 2, 4), e = ofProduct(3), f = loops(time);
  Real g = subscripts({1, time, 3}), h = choices(time), k = kinds(E.b) + kinds(if time > 0.5 then E.c else E.a);
  Real l[3] = parts(time), l1 = l[1], l2 = l[2], l3 = l[3], m = sized(2 + integer(2*time));
end FunctionRangeVariations;
