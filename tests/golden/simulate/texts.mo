// stage: simulate
// model: P.Texts
// options: --stop 1
// note: Strings as parameters, discrete variables, arguments and results of functions.
// analytic: x = 2 - time
// analytic: e = 7
// final: y = 1.5
// final: n = 1
// final: changes = 1
// final: g = -1
// final: picked = 20
// final: previous = 1
// configs: --backend interp; --method inline:be --step 0.01; --disable-pass=compileFunctions
package P
  function f
    input String s;
    input Real u;
    output Real y;
    output String t;
  algorithm
    t := s + "!";
    y := if t == "a!" then u else -u;
  end f;
  function initials
    input String s[:];
    output String t = "";
  algorithm
    for i in 1:size(s, 1) loop
      t := t + s[i];
    end for;
  end initials;
  record Data
    String name = "data";
    String group = name + "/1";
    Real value = if group == "data/1" then 2 else 3;
  end Data;
  model Texts
    parameter String a = "x";
    parameter String b = a + "y";
    parameter String names[2] = {"left", "right"};
    parameter Integer k = 2;
    parameter String both = initials(names);
    Data data;
    Real e = if both == "leftright" and String(k) + both > "2left" then 7 else 8;
    Real x(start = data.value, fixed = true);
    // a discrete variable, from its start value on
    discrete String s(start = "low", fixed = true);
    discrete Integer n(start = 0, fixed = true);
    discrete Integer changes(start = 0, fixed = true);
    discrete Boolean previous(start = false, fixed = true);
    Real y(start = 0, fixed = true);
    // an equation with an event in it, a function of it
    String t = if time > 0.5 then "b" else "a";
    Real g;
    String u;
    Real picked = if names[k] == "right" then 20 else 10;
  equation
    der(x) = if b < "xz" and not b <> "xy" then -1 else 1;
    when y > 0.5 then
      n = pre(n) + 1;
      s = "high " + String(pre(n));
    end when;
    when s == "high 0" then
      previous = pre(s) == "low";
    end when;
    when change(s) then
      changes = pre(changes) + 1;
    end when;
    der(y) = if s == "low" then 1 else 2;
    (g, u) = f(t, time);
    assert(u == t + "!", "the function gave " + u);
  end Texts;
end P;
