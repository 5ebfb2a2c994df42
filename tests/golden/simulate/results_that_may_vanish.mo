// stage: simulate
// note: results of functions that are zero at some arguments only, by a return, a break, a loop whose length is not known, a subscript, or
//   another branch: none of them is taken for zero
// options: --stop 2 --tolerance 1e-8
// analytic: a = exp(time) if time < 1 else exp(1)
// analytic: b = exp(time) if time < 1 else exp(1)
// analytic: c = exp(time) if time < 1 else exp(1)
// analytic: d = exp(time) if time < 1 else exp(1)
// analytic: e = exp(time) if time < 1 else exp(1)
// tolerance: 1e-5
// configs: --backend interp; --method inline:bdf
model ResultsThatMayVanish
  function byReturn
    input Real zero;
    input Real t;
    output Real y;
  algorithm
    y := 1;
    if t < 1 then
      return;
    end if;
    y := zero*t;
  end byReturn;
  function byBreak
    input Real zero;
    input Real t;
    output Real y;
  algorithm
    for i in 1:3 loop
      y := 1;
      if t < 1 then
        break;
      end if;
      y := zero;
    end for;
  end byBreak;
  function byLoop
    input Real zero;
    input Real t;
    output Real y;
  protected
    Real s;
  algorithm
    s := t;
    y := zero;
    while s < 1 loop
      s := s + 1;
      y := 1;
    end while;
  end byLoop;
  function bySubscript
    input Real zero;
    input Real t;
    output Real y;
  protected
    Real v[2];
    Integer k;
  algorithm
    v := {zero, zero};
    k := if t < 1 then 1 else 2;
    v[k] := 1;
    y := v[1];
  end bySubscript;
  function byBranch
    input Real zero;
    input Real t;
    output Real y;
  algorithm
    if t < 0 then
      y := zero;
    elseif t < 1 then
      y := 1 + zero*t;
    else
      y := zero/(1 + t);
    end if;
  end byBranch;
  parameter Real given = 0;
  parameter Real zero = given;
  Real a(start = 1, fixed = true), b(start = 1, fixed = true), c(start = 1, fixed = true), d(start = 1, fixed = true),
    e(start = 1, fixed = true);
  discrete Real t(start = 0, fixed = true);
equation
  when time >= 1 then
    t = 1;
  end when;
  der(a) = byReturn(zero, t)*a;
  der(b) = byBreak(zero, t)*b;
  der(c) = byLoop(zero, t)*c;
  der(d) = bySubscript(zero, t)*d;
  der(e) = byBranch(zero, t)*e;
end ResultsThatMayVanish;
