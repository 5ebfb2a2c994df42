// stage: simulate
// options: --stop 1.45 --intervals 29
// configs: --backend interp
// note: specification 3.6, 17.1: the example of ticksInState(), and a self-transition, which begins to count anew. By hand, k the tick: a
// note: at 0 ... 3; b at 4 for five ticks, 4 ... 8; c from 9 on, left to itself every 0.3 s: at 12
// analytic: n = [1, 2, 3, 4, 1, 2, 3, 4, 5, 1, 2, 3, 1, 2, 3][floor(time/0.1 + 1e-9)]
// analytic: t = [0, 0.1, 0.2, 0.3, 0, 0.1, 0.2, 0.3, 0.4, 0, 0.1, 0.2, 0, 0.1, 0.2][floor(time/0.1 + 1e-9)]
model TicksAndTime
  block S
    outer output Integer n;
    outer output Real t;
  equation
    n = ticksInState();
    t = timeInState();
  end S;
  S a, b, c;
  inner Integer n(start = 0);
  inner Real t(start = 0);
equation
  initialState(a);
  transition(a, b, sample(time, Clock(1, 10)) > 0.35);
  transition(b, c, ticksInState() >= 5, immediate = false);
  transition(c, c, timeInState() >= 0.3);
end TicksAndTime;
