// stage: simulate
// message: nothing tells when
model M "What changes all the time has no events that something could wait for"
  Boolean b = noEvent(time > 1);  // expect-error@+0: DiscreteVaries
  Integer k = sign(time - 1);  // expect-error@+0: DiscreteVaries
  Integer m = rounded(time);  // expect-error@+0: DiscreteVaries
  Integer n(start = 0, fixed = true);
  Integer l = pre(k);

  function rounded
    input Real x;
    output Integer y;
  algorithm
    y := integer(x + 0.5);
  end rounded;
equation
  when {b, change(m)} then
    n = pre(n) + 1;
  end when;
end M;
