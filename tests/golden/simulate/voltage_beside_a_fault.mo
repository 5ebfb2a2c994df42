// stage: simulate
// options: --stop 2 --intervals 60 --tolerance 1e-8 --filter ^v[12]$
// final: v1 = -0.464078547546373
// tolerance: 1e-6
// configs: --method ida; --method cvode; --method dopri5; --backend interp
// note: v0 is iterated, 1e-10 at the short circuit, and v1 follows from it by a factor of 3e9: it was anything between -0.46 and 18. The value is that
// note: of the system with v0 = 0, found by halving.
model VoltageBesideAFault
  Real v0, v1, v2;
  Real x0(start = 0.8, fixed = true);
equation
  0.7825187091691723*v0 + 1.3837529726861937*(v0 - v1) + (if time >= 1.5 then 4.342e9 else 0)*v0 = 0.84 + x0 - 1.48*time;
  0.6883985112333384*v1 + 1.6095925766357275*v1^3 + 1.3837529726861937*(v1 - v0) + 1.1686247657805289*(v1 - v2) = -1.6849621468541383;
  1.6617924239160107*v2 + 1.1686247657805289*(v2 - v1) = 0.5910443966461689;
  der(x0) = if v1 > 0.05 then -0.54 else 0.43;
end VoltageBesideAFault;
