// stage: simulate
// options: --stop 0.97 --intervals 10
// note: Relations in algorithm sections cause events also where what they compare is assigned anew after them. The event was lost, and discrete values stayed as they were.
// configs: --method inline:bdf; --method dopri5; --method cvode; --backend interp; --method inline:radau5
// analytic: y = min(time, 0.33)
// analytic: limited = 1 if time > 0.33 else 0
// final: z = 0.33
// analytic: k = 1 if time > 0.4 else 0
// analytic: above = 1 if time > 0.47 else 0
// analytic: count = floor(3*time) + floor(5*time)
// analytic: sum2 = 6 if time > 2/3 else 1 if time > 1/3 else 0
// analytic: i = 2 if time > 0.5 else 1
// analytic: whole = floor(6*time)
// analytic: inside = 1 if time > 0.55 and (time - 0.5)^0.5 > 0.4 else 0
// final: area = 0.5
model RelationsOfWhatIsAssignedAnew
  Real x(start = 0, fixed = true), y, z(start = 0, fixed = true), area(start = 0, fixed = true), u, v, w, h;
  Boolean limited, above, inside;
  Real parts[2];
  Integer k, count, sum2, i, whole;
equation
  der(x) = 1;
  der(z) = if limited then 0 else 1;
  der(area) = if above then 1 else 0;
algorithm
  y := x;
  limited := false;
  if y > 0.33 then
    y := 0.33;
    limited := true;
  end if;
algorithm
  u := x - 0.4;
  k := if u > 0 then 1 else 0;
  u := x - 0.47;
  above := u > 0;
  u := 7;
algorithm
  v := 3*x;
  count := integer(floor(v));
  v := 5*x;
  count := count + integer(v);
  v := -1;
algorithm
  sum2 := 0;
  w := 0;
  for j in 1:3 loop
    w := w + x;
    if 3*x > j then
      sum2 := sum2 + j;
    end if;
  end for;
  if sum2 == 1 and floor(3*x) > 1 then
    sum2 := 2;
  end if;
  sum2 := if sum2 == 3 then 6 else sum2;
  i := if w > 1.5 then 2 else 1;
  w := 0;
algorithm
  parts := {2*x, 4*x};
  whole := integer(sum(parts));
algorithm
  h := x;
  inside := h > 0.55 and sqrt(h - 0.5) > 0.4;
  h := if h > 0.7 then 0.7 else h;
end RelationsOfWhatIsAssignedAnew;
