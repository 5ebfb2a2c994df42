// stage: simulate
// model: P.M
// options: --stop 1 --intervals 2
// note: Functions that return arrays of records with arrays inside: each element has its own.
// final: q[1].xy[1] = 1
// final: q[1].xy[2] = 10
// final: q[2].xy[1] = 2
// final: q[2].xy[2] = 20
// final: q[2].z = 200
// analytic: r[2].xy[1] = 2*time
// analytic: r[3].xy[2] = 30*time
// analytic: s = 3*time + 30*time + 300
// final: g[1,2].xy[1] = 12
// final: g[2,1].xy[2] = 210
// final: g[2,3].z = 2300
// analytic: deep = 1321*(1 + time)
// analytic: second = 2*time
// final: i[2].n[1] = 3
// final: i[2].n[2] = 4
// final: e[1].at = 2
// final: e[2].at = 3
// analytic: passed = 2*time + 20*time
// configs: --backend interp; --disable-pass=compileFunctions
package P
  record R
    Real xy[2];
    Real z;
  end R;
  record Outer
    R parts[3];
    Real w[2, 2];
  end Outer;
  record Numbers
    Integer n[2];
    Boolean b;
  end Numbers;
  type E = enumeration(a, b, c);
  record Literal
    E at;
  end Literal;
  function make
    input Integer n;
    input Real u = 1;
    output R p[n];
  algorithm
    for i in 1:n loop
      p[i].xy := {i*u, 10*i*u};
      p[i].z := 100*i;
    end for;
  end make;
  function grid
    output R p[2, 3];
  algorithm
    for i in 1:2, j in 1:3 loop
      p[i, j] := R({10*i + j, 100*i + 10*j}, 1000*i + 100*j);
    end for;
  end grid;
  function nested
    input Real u;
    output Outer o[2];
  algorithm
    for i in 1:2, j in 1:3 loop
      o[i].parts[j].xy := u*{1000*i + 100*j, 1};
      o[i].parts[j].z := 0;
      o[i].w := u*[i, 10*i; 100*i, 1000*i];
    end for;
  end nested;
  function two
    input Real u;
    output Real y;
    output R p[2];
  algorithm
    y := u;
    p := make(2, u);
  end two;
  function numbers
    output Numbers i[2] = {Numbers({1, 2}, true), Numbers({3, 4}, false)};
  algorithm
  end numbers;
  function literals
    input Integer k;
    output Literal e[2];
  algorithm
    e[1].at := E(k);
    e[2].at := E(k + 1);
  end literals;
  function total
    input R p;
    output Real y = sum(p.xy);
  algorithm
  end total;
  model M
    R q[2] = make(2);
    R r[3] = make(3, time);
    Real s = sum(r[3].xy) + r[3].z;
    R g[2, 3] = grid();
    Outer o[2] = nested(1 + time);
    Real deep = o[1].parts[3].xy[1] + o[2].parts[1].xy[2] + o[2].w[1, 2];
    Real second;
    R t[2];
    Numbers i[2] = numbers();
    Literal e[2] = literals(2);
    R picked[2] = make(2, time);
    Real passed = total(picked[2]);
  equation
    (, t) = two(time);
    second = t[2].xy[1];
  end M;
end P;
