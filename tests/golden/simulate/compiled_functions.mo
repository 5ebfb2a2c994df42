// stage: simulate
// model: Functions.Test
// note: functions with loops, arrays, records, several results, functions as arguments, early return; each has a closed form
// analytic: p = 1 + 2*time + 3*time^2 + 4*time^3
// analytic: s = 5*sqrt(time)
// analytic: d1 = 2*time + 1
// analytic: d2 = 3*time + 2
// analytic: q = time^3/3
// analytic: r = 14*time
// analytic: m = 7 + 25*time
// analytic: g = 3 if time < 0.5 else 4
// analytic: n = 21
// analytic: z = time^2 + 7
// analytic: w = 6*time
// configs: --backend interp; --disable-pass=compileFunctions; --method cvode
package Functions
  function horner "a polynomial by a loop that counts down"
    input Real c[:];
    input Real x;
    output Real y = 0;
  algorithm
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end horner;

  function root "Newton's method in a while-loop; returns at once for zero"
    input Real x;
    output Real y;
  protected
    Integer n = 0;
    Real old;
  algorithm
    if x <= 0 then
      y := 0;
      return;
    end if;
    y := if x > 1 then x else 1;
    old := 2*y;
    while abs(y - old) > 1e-14*y and n < 60 loop
      old := y;
      y := 0.5*(y + x/y);
      n := n + 1;
    end while;
  end root;

  record Pair
    Real a;
    Real b[2];
  end Pair;

  function makePair
    input Real x;
    output Pair pair;
  algorithm
    pair := Pair(a = x, b = {2*x, 3*x});
    pair.b[2] := pair.b[2] + 1;
  end makePair;

  function usePair
    input Pair pair;
    output Real first;
    output Real second;
  algorithm
    first := pair.b[1] + 1;
    second := pair.b[2] + 1;
  end usePair;

  partial function Scalar
    input Real x;
    output Real y;
  end Scalar;

  function power
    extends Scalar;
    input Integer n = 2;
  algorithm
    y := x^n;
  end power;

  function simpson "the integral of a function from 0 to b"
    input Scalar f;
    input Real b;
    output Real y;
  protected
    constant Integer n = 10;
    Real h = b/n;
    Real weights[n + 1];
  algorithm
    for i in 1:n + 1 loop
      weights[i] := if i == 1 or i == n + 1 then 1 else if mod(i, 2) == 0 then 4 else 2;
    end for;
    y := 0;
    for i in 0:n loop
      y := y + weights[i + 1]*f(i*h);
    end for;
    y := y*h/3;
  end simpson;

  function swapped "values on the right are those before the assignment"
    input Real x;
    output Real y;
  protected
    Real v[3];
  algorithm
    v := {1, 2, 3}*x;
    v := {v[3], v[1], v[2]};
    y := v*{3, 1, 2};
    y := y + sum(v[i]*(i - i) for i in 1:3) - v[1] + v[1];
  end swapped;

  function rows "sizes that change with the iteration"
    input Real A[:, :];
    output Real y = 0;
  algorithm
    for i in 1:size(A, 1) loop
      for j in i:size(A, 2) loop
        y := y + A[i, j]*size(A[i, 1:j], 1);
      end for;
    end for;
  end rows;

  function firstAbove "break leaves the inner loop"
    input Real table[:];
    input Real limit;
    output Integer at = 0;
  algorithm
    for i in 1:size(table, 1) loop
      if table[i] > limit then
        at := i;
        break;
      end if;
    end for;
  end firstAbove;

  function triangle "calls itself: interpreted"
    input Integer n;
    output Integer y;
  algorithm
    y := if n <= 0 then 0 else n + triangle(n - 1);
  end triangle;

  function checked "texts occur only where it fails"
    input Real x;
    input String name;
    output Real y;
  algorithm
    assert(x >= 0, "negative " + name + ": " + String(x));
    y := x^2;
    if x > 1e6 then
      y := checked2(name);
    end if;
  end checked;

  function checked2
    input String name;
    output Real y = 0;
  algorithm
    if name == "x" then
      y := 1;
    end if;
  end checked2;

  function store "elements chosen at run time"
    input Integer n;
    input Real x;
    output Real y;
  protected
    Real a[2, 3] = zeros(2, 3);
    Integer k;
  algorithm
    for i in 1:2 loop
      for j in 1:3 loop
        k := mod(n + i + j, 3) + 1;
        a[i, k] := a[i, k] + x;
      end for;
    end for;
    y := sum(a);
  end store;

  model Test
    Real p = horner({1, 2, 3, 4}, time);
    Real s = 5*root(time);
    Real d1, d2;
    Real q = simpson(function power(n = 2), time);
    Real r = swapped(time);
    Real m = rows([1, 2; 3, 1 + 12.5*time]);
    Integer g = firstAbove({0.1, 0.2, 0.7, 2}, if time < 0.5 then 0.5 else 1);
    Integer n = triangle(6);
    Real z = checked(time, "time") + 7;
    Real w = store(integer(time*10), time);
  equation
    (d1, d2) = usePair(makePair(time));
  end Test;
end Functions;
