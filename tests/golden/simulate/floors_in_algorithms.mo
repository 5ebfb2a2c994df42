// stage: simulate
// options: --stop 1.01 --intervals 20
// note: integer functions and relations of time in algorithms and in when-clauses, where rounding must not put them on another
// note: side of the event than the rest of the model
// analytic: y1 = floor(11.95*time - 0.178)
// analytic: y2 = floor(7.3*time)
// analytic: y3 = floor(3.3*time)
// analytic: y4 = 1 if time - 0.2*floor(time/0.2) < 0.1 else 0
// analytic: y5 = ceil(2.7*time)
// final: n1 = 8
// final: n2 = 4
// final: n3 = 5
// final: w3 = 9
// final: n4 = 3
// final: last5 = 11
// final: n5 = 12
// final: last6 = 11
// final: n7 = 1
// final: n8 = 1
// final: last9 = -6
// final: x = 11
// tolerance: 1e-4
// configs: --backend interp; --method cvode; --method rk4; --method inline:bdf
model FloorsInAlgorithms
  Real y1, u, y5;
  Integer y2, y3, y4;
  Integer n1(start = 0), n2(start = 0), n3(start = 0), w3(start = 0), n4(start = 0);
  Real next1(start = 0.125), next2(start = 0.25), next4;
  Boolean passed4;
  discrete Integer last5(start = 0), n5(start = 0), last6(start = -1), n7(start = 0), n8(start = 0), last9(start = 0);
  Integer k = integer(11.95*time - 0.178);
  Real x(start = 0, fixed = true);
algorithm
  y1 := floor(11.95*time - 0.178);
  y2 := integer(7.3*time);
  u := 3.3*time;
  y3 := integer(u);
  if mod(time, 0.2) < 0.1 then
    y4 := 1;
  else
    y4 := 0;
  end if;
  y5 := ceil(2.7*time);
algorithm
  when time > pre(next1) then
    n1 := pre(n1) + 1;
    next1 := pre(next1) + 0.125;
  end when;
  when 2*time >= 2*pre(next2) then
    n2 := pre(n2) + 1;
    next2 := pre(next2) + 0.25;
  end when;
  when mod(time, 0.2) >= 0.1 then
    n3 := pre(n3) + 1;
    w3 := integer(10*time);
  end when;
algorithm
  next4 := 0.3 + 0.3*n4;
  passed4 := time > next4;
  when passed4 then
    n4 := pre(n4) + 1;
  end when;
equation
  // the value of the event itself
  when change(k) then
    last5 = integer(11.95*time - 0.178);
    n5 = pre(n5) + 1;
  end when;
  // goes on only if what is stored is what has started it
  when integer(11.95*time - 0.178) > pre(last6) then
    last6 = integer(11.95*time - 0.178);
  end when;
  when time > 0.5 then
    n7 = if time > 0.5 then 1 else 2;
  end when;
  when time >= 0.5 then
    n8 = if time > 0.5 then 2 else 1;
  end when;
  when floor(-5.3*time) <= -6 then
    last9 = integer(floor(-5.3*time));
  end when;
  der(x) = 0;
  when change(k) then
    reinit(x, floor(11.95*time - 0.178));
  end when;
end FloorsInAlgorithms;
