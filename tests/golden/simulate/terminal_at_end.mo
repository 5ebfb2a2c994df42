// stage: simulate
// options: --stop 1 --intervals 10
// note: terminal() at the normal end, also where events fall on it
// final: n = 1
// final: last = 10
// final: at = 1
// final: ends = 1
// final: count = 5
// final: stateful = 1
// tolerance: 1e-9
// configs: --backend interp; --method cvode; --method rk4; --method inline:radau5; --stop 1.0
model TerminalAtEnd
  Real x(start = 0, fixed = true);
  Integer k = integer(10*time);
  discrete Integer n(start = 0), last(start = -1), count(start = 0), stateful(start = 0);
  discrete Real at(start = -1);
  Boolean ends = terminal();
equation
  der(x) = 1;
  when terminal() then
    n = pre(n) + 1;
    last = k;
    at = time;
  end when;
  when {sample(0.25, 0.25), terminal()} then
    count = pre(count) + 1;
  end when;
  when terminal() and x > 0.5 then
    stateful = pre(stateful) + 1;
  end when;
end TerminalAtEnd;
