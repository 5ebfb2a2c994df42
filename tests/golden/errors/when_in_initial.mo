// stage: check
model M
  Integer n(start = 0), m(start = 0);
initial equation
  // expect-error@+1: WhenInInitial
  when time > 1 then
    n = 1;
  end when;
initial algorithm
  // expect-error@+1: WhenInInitial
  when time > 1 then
    m := 1;
  end when;
equation
  n = integer(time);
  m = n;
end M;
