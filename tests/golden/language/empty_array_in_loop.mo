// stage: simulate
// configs: --backend interp; --disable-pass=compileFunctions
// note: a loop that is never run assigns to elements of an array without any
// analytic: y = time
model EmptyArrayInLoop
  function f
    input Real u;
    input Integer n;
    output Real y;
  protected
    Real a[n];
  algorithm
    for i in 1:n loop
      a[i] := u;
    end for;
    y := u + sum(a);
  end f;
  Real y = f(time, 0);
end EmptyArrayInLoop;
