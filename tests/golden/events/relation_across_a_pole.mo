// stage: simulate
// options: --stop 6 --tolerance 1e-6 --filter ^(z|n)$
// final: z = 2
// final: n = 4
// tolerance: 1e-5
// configs: --method ida; --method cvode; --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method dopri5; --method inline:radau5 --step 0.01; --backend interp
// note: a quotient whose divisor passes zero is 1e13 there for a moment. Against that every later value was taken for noise, and the relation kept its
// note: value: z stayed at what the first pole had left.
model RelationAcrossAPole
  Real x(start = 0, fixed = true), u, z(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  u = 1/((x - 1)*(4 - x));
  der(z) = if u > 0.5 then 1 else 0;
  when {u > 0.5, not u > 0.5} then
    n = pre(n) + 1;
  end when;
end RelationAcrossAPole;
