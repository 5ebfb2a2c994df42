// stage: simulate
// options: --stop 2.2 --intervals 43
// configs: --backend interp
// note: time in a state where the clock has no period: ticks at sqrt(k/2) for k = 1, 2, ..., up to 9 at 2.12. By hand: a at k = 1, 2 (time in it 0,
// note: 1 - 0.7071), b from k = 3 on, since previous values count: at k = 3 the previous number is 2
// tolerance: 1e-5
// analytic: inside = 0 if time < 1 or 1.2247448713915890 <= time < 1.414213562373095 else 1 - 0.5^0.5 if time < 1.2247448713915890 else (floor(2*time*time + 1e-9)/2)^0.5 - 1.5^0.5
model EventClock
  block S
    outer output Real inside;
  equation
    inside = timeInState();
  end S;
  S a, b;
  inner Real inside(start = 0);
  Integer k(start = 0);
  Integer seen = integer(2*time^2);
  Real area(start = 0, fixed = true);
equation
  der(area) = time;
  when Clock(change(seen)) then
    k = previous(k) + 1;
  end when;
  initialState(a);
  transition(a, b, previous(k) >= 2);
end EventClock;
