// stage: simulate
// options: --stop 1 --intervals 4
// final: n = 11
// final: m = 11
// configs: --method cvode; --backend interp
// note: the two sides of an initial equation for a discrete variable change places: n was given its start value, and the equation was told as contradicting it
model InitialEquationTurnedAround
  Integer n(start = -1), m(start = -1);
initial equation
  (if time > 0 then 100 else 10) + (if time >= 0 then 1 else 0) = n;
  m = (if time > 0 then 100 else 10) + (if time >= 0 then 1 else 0);
algorithm
  when initial() then
    n := pre(n);
  end when;
  when initial() then
    m := pre(m);
  end when;
end InitialEquationTurnedAround;
