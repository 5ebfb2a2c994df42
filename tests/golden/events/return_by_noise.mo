// stage: simulate
// options: --stop 2 --intervals 60 --tolerance 1e-8 --filter ^(n0|x0|v2)$
// final: n0 = 0
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5; --backend interp
// note: v2 only falls. Right after it has passed the bound it was back by 1e-12, as exact as systems of equations are solved, and the relation fired again
model ReturnByNoise
  Real v0, v1, v2;
  Real x0(start = 0.33188892465658304, fixed = true);
  Real x1(start = 0.8450945236318586, fixed = true);
  Integer n0(start = 0, fixed = true);
equation
  0.8230851944312421*v0 + 1.1502101441244519*v0^3 + 2.9432832295210103*(v0 - v1) + 0.5247262736034063*(v0 - v2) = -1.3484067591479887 - 0.3323121394110866*time;
  0.7927111707700618*v1 + 1.9924704396645445*v1^3 + 2.9432832295210103*(v1 - v0) = -1.486087500322427;
  0.9536879745375988*v2 + 0.6478860369274234*v2^3 + 0.5247262736034063*(v2 - v0) = 1.8305787264785733 - 0.405983991711814*x0 + 1.1239702146088595*x1;
  der(x0) = if 0.3651529459072787/(v0 + 0.3040397089810625) > 0.3561943827764886 then 0.21396138487052507 else -0.40419502002696994;
  der(x1) = if v0 > 0.29461847927917306 then -0.32783868724483245 else -1.5813090714234015;
  when v2 > 0.2752397855098392 then
    n0 = pre(n0) + 1;
  end when;
end ReturnByNoise;
