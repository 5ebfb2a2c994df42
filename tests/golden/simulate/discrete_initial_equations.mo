// stage: simulate
// options: --stop 3 --intervals 30 --tolerance 1e-8
// note: initial equations about pre() and discrete variables; chains of reinit; vectors of conditions; enumerations and Strings as parameters
// final: k = 31
// final: y = 256.5
// final: n = 5
// final: hops = 5
// final: x3 = 31
// final: two = 20
// final: late = log(2)
// final: edges = 3
// final: all = 3
// final: kind = 1
// final: ok = 1
// final: left = 12
// final: integral = 0.6
// analytic: x1 = 7.5*exp(-time)
// analytic: x2 = exp(-2*time)
// tolerance: 1e-5
// configs: --backend interp; --method cvode; --method inline:bdf; --method inline:radau5
model DiscreteInitialEquations
  type E = enumeration(a, b, c);
  parameter E e = E.b;
  parameter String text = "x" + String(3) + (if e == E.b then "yes" else "no");
  Boolean ok = text == "x3yes";
  parameter Real p(fixed = false, start = 1);
  parameter Real at[4] = {0, 0.3, 0.6, 0.9}, level[4] = {1, 3, -2, 0};
  discrete Integer k(start = 5), two, n(start = 0, fixed = true), hops(start = 0, fixed = true), edges(start = 0, fixed = true), all(start = 0, fixed = true);
  discrete Integer place(start = 1, fixed = true), left(start = 0, fixed = true);
  discrete Real y, late(start = -1, fixed = true);
  discrete E state(start = E.a, fixed = true);
  Integer kind = Integer(state);
  Boolean b[3] = {time > 0.1*i for i in 1:3}, first(start = false, fixed = true), second(start = false, fixed = true);
  Real x1, x2(start = 1, fixed = true), x3(start = 1, fixed = true), v(start = 0, fixed = true), z(start = 0, fixed = true), integral(start = 0, fixed = true), w(start = 1, fixed = true);
initial equation
  pre(k) = 1;
  x1 = 5*pre(k) + y + 1;
  y = 1.5;
  p^3 = 8;
  pre(two) = 2;
equation
  der(x1) = -x1;
  der(x2) = -p*x2;
  der(x3) = 0;
  der(v) = 0;
  der(w) = -w;
  der(z) = if mod(hops, 2) == 0 then 1 else -1;
  der(integral) = level[place];
  when sample(0.2, 0.2) then
    k = pre(k) + 2;
    y = pre(y) + k;
    state = if pre(state) == E.a then E.b elseif pre(state) == E.b then E.c else E.a;
  end when;
  when sample(0.25, 0.25) and n < 5 then
    reinit(v, pre(v) + 1);
    n = pre(n) + 1;
  end when;
  when n >= 3 then
    reinit(x3, 10*x3*v + 11);
  end when;
  when x2 < 0.2 then
    two = pre(two)*10;
  end when;
  when {z >= 0.3 and mod(pre(hops), 2) == 0, z <= -0.3 and mod(pre(hops), 2) == 1} then
    hops = pre(hops) + 1;
  end when;
  when {w < 0.9, w < 0.7, w < 0.5} then
    late = time;
  end when;
  for i in 1:3 loop
    when edge(b[i]) and not time > 5 then
      assert(time < 0.31, "late");
    end when;
  end for;
  when b then
    edges = pre(edges) + 1;
  end when;
  when {change(b[1]), change(b[2]), edge(b[3])} then
    all = pre(all) + 1;
  end when;
  when time >= at[min(pre(place) + 1, 4)] and pre(place) < 4 then
    place = pre(place) + 1;
  end when;
algorithm
  when z > 0.29 then
    first := true;
  end when;
  when first then
    second := not second;
    left := left + 1;
  end when;
  when second then
    first := false;
    left := left + 10;
  end when;
end DiscreteInitialEquations;
