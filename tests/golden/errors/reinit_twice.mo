// stage: check
model M
  Real x(start = 1, fixed = true);
  Real y[2](each start = 1, each fixed = true);
equation
  der(x) = 1;
  der(y) = {1, 2};
  when time > 1 then
    reinit(x, 1);
    reinit(y[1], 0);
  elsewhen time > 2 then
    reinit(x, 3);
  end when;
  when time > 1.5 then
    // expect-error@+1: ReinitTwice
    reinit(x, 2);
    reinit(y[2], 0);
  end when;
end M;
