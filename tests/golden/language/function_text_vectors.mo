// stage: simulate
// model: P.M
// options: --stop 1 --intervals 2
// note: Loops over texts and over records, and fields of records whose types have them in another order.
// final: count = 2
// final: lengths = 3
// analytic: records = 1*time + 2*time + 10*(100*time + 200*time) + 10*time + 20*time
// final: kept = 3 + 3000 + 30
// analytic: other.z = 3*time
// analytic: other.xy[2] = 2*time
// analytic: mixed = 100*time + 10*time + 2000*time
// configs: --backend interp; --disable-pass=compileFunctions
package P
  record R
    Real xy[2];
    Real z;
  end R;
  record Other
    Real z;
    Real xy[2];
  end Other;
  function make
    input Real u;
    output R p[2];
  algorithm
    for i in 1:2 loop
      p[i] := R({i*u, 10*i*u}, 100*i*u);
    end for;
  end make;
  function one
    input Real u;
    output R p;
  algorithm
    p.xy := {u, 2*u};
    p.z := 3*u;
  end one;
  function count
    input String s[:];
    input Real u;
    output Integer n = 0;
  algorithm
    for x in s loop
      if x == "b" then
        n := n + 1;
      end if;
    end for;
  end count;
  function lengths
    input String s[:];
    input Real u;
    output Integer n = sum(if x == "b" then 1 else 2 for x in s);
  algorithm
  end lengths;
  function records
    input R p[:];
    output Real y = 0;
  algorithm
    for r in p loop
      y := y + r.xy[1] + 10*r.z;
    end for;
    y := y + sum(r.xy[2] for r in p);
  end records;
  function mixed
    input Other p[2];
    output Real y = p[1].z + 10*p[1].xy[1] + 100*p[2].xy[2];
  algorithm
  end mixed;
  model M
    Real count = P.count({"a", "b", "b"}, time);
    Real lengths = P.lengths({"a", "b"}, time);
    Real records = P.records(make(time));
    constant Real k = P.records(make(1));
    Real kept = k;
    Other other = one(time);
    Real mixed = P.mixed(make(time));
  end M;
end P;
