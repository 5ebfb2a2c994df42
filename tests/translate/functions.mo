// Functions that stay functions: loops, branches, arrays, records, several results, a call inside a call, while, break, return.
package Functions
  record Pair
    Real a;
    Real b;
  end Pair;

  function horner
    input Real c[4];
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for i in 4:-1:1 loop
      y := y*x + c[i];
    end for;
    annotation(Inline = false);
  end horner;

  function split
    input Real x;
    output Pair p;
    output Real rest;
  protected
    Real v[3] = {x, 2*x, 3*x};
    Integer k = 1;
  algorithm
    while k <= 3 loop
      v[k] := v[k]*k;
      if v[k] > 2 then
        break;
      end if;
      k := k + 1;
    end while;
    v := {v[3], v[1], v[2]};
    p.a := v[1] + v[2];
    p.b := v*v;
    rest := k;
    if x < 0.5 then
      rest := -1;
      return;
    end if;
    rest := rest + horner({1, 2, 3, 4}, x);
    annotation(Inline = false);
  end split;

  model Test
    Real x(start = 1, fixed = true), r, y;
    Pair p;
    Real w(start = 0.7);
  equation
    der(x) = -x + 0.1*horner({0.1, 0.2, time, x}, x);
    (p, r) = split(x);
    y = noEvent(if x > 0.6 then horner({x, 1, 1, 1}, 0.3) else p.a);
    w + horner({0, 0, 0, 1}, w) = x;
    annotation(experiment(StopTime = 1));
  end Test;
end Functions;
