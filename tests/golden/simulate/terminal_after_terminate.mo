// stage: simulate
// options: --stop 2 --intervals 10
// note: terminal() becomes true after terminate(), once, with the values of the event before
// final: time = 0.75
// final: n = 1
// final: last = 7
// final: at = 0.75
// final: ends = 1
// final: x = 0.75
// final: both = 1
// final: sum = 8
// final: quick = 1
// tolerance: 1e-9
// configs: --backend interp; --method cvode; --method rk4; --method inline:radau5
model TerminalAfterTerminate
  Real x(start = 0, fixed = true);
  Integer k = integer(10*time);
  discrete Integer n(start = 0), last(start = -1), both(start = 0), sum(start = 0), quick(start = 0);
  discrete Real at(start = -1);
  Boolean ends = terminal();
equation
  der(x) = 1;
  when time >= 0.75 then
    terminate("enough");
  end when;
  when terminal() then
    n = pre(n) + 1;
    last = k;
    at = time;
  end when;
  when {ends, terminal() and x > 0.5} then
    both = pre(both) + 1;
  end when;
  when {change(k), terminal()} then
    sum = pre(sum) + 1;
  end when;
algorithm
  when terminal() then
    quick := pre(quick) + 1;
    terminate("again");
  end when;
end TerminalAfterTerminate;
