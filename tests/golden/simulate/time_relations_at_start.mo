// stage: simulate
// options: --stop 1 --intervals 4
// note: time > t0 at the start time t0 is false and becomes true right after it; time >= t0 is true from the beginning. The
// note: same at a later instant that is an output time or the end: a relation that holds after the end only never holds.
// analytic: first = time
// final: n1 = 1
// final: n2 = 1
// final: n3 = 1
// final: n4 = 0
// final: n5 = 1
// final: n6 = 1
// final: n7 = 1
// final: n8 = 2
// final: n9 = 1
// final: n10 = 0
// final: n11 = 1
// final: n12 = 1
// final: n13 = 1
// final: atStart = 1
// final: since = 0.5
// final: x = 1
// tolerance: 1e-9
// assert: state_events == 0
// configs: --backend interp; --method cvode; --method rk4; --method inline:bdf
model TimeRelationsAtStart
  parameter Real t0 = 0, slope = 3, falling = -2;
  Real first = time;
  Real x(start = 0, fixed = true);
  discrete Integer n1(start = 0), n2(start = 0), n3(start = 0), n4(start = 0), n5(start = 0), n6(start = 0), n7(start = 0), n8(start = 0), n9(start = 0), n10(start = 0), n11(start = 0), n12(start = 0), n13(start = 0);
  discrete Integer atStart(start = -1);
  discrete Real since(start = 0);
initial equation
  // what the relations are at the start
  atStart = (if time > t0 then 10 else 0) + (if time >= t0 then 1 else 0) + (if time < t0 then 100 else 0);
equation
  der(x) = if time > t0 then 1 else 1000;
  when time > t0 then
    n1 = pre(n1) + 1;
  end when;
  when 2*time > 0 then
    n2 = pre(n2) + 1;
  end when;
  when 0 < time then
    n3 = pre(n3) + 1;
  end when;
  when time >= t0 then
    n4 = pre(n4) + 1;
  end when;
  when not time <= 0 then
    n5 = pre(n5) + 1;
  end when;
  when slope*time > 0 then
    n6 = pre(n6) + 1;
  end when;
  when falling*time < 0 then
    n7 = pre(n7) + 1;
  end when;
  // at 0.75 and at 1; not at 0.5, where time > 0.5 is not true yet
  when sample(0.25, 0.25) and time > 0.5 then
    n8 = pre(n8) + 1;
  end when;
  when time > 0.5 then
    n9 = pre(n9) + 1;
    since = time;
  end when;
  when time > 1 then
    n10 = pre(n10) + 1;
  end when;
  when time >= 1 then
    n11 = pre(n11) + 1;
  end when;
  // true at 0.5 alone
  when sample(0.5, 0.5) and time >= 0.5 and time <= 0.5 then
    n12 = pre(n12) + 1;
  end when;
  when ceil(time) >= 1 then
    n13 = pre(n13) + 1;
  end when;
algorithm
  when initial() then
    atStart := pre(atStart);
  end when;
end TimeRelationsAtStart;
