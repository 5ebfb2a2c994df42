// stage: simulate
// options: --stop 1
// configs: --backend interp; --disable-pass=compileFunctions
// note: a local array whose size is a parameter of the model does not leave the function to the interpreter
// analytic: y = 10 * time + 4
model LocalArraySizedByParameter
  parameter Integer n = 4;
  Real y = total(time, n);
  function total
    input Real u;
    input Integer n;
    output Real y;
  protected
    Real v[n];
  algorithm
    for i in 1:n loop
      v[i] := i*u;
    end for;
    y := sum(v) + size(v, 1);
  end total;
end LocalArraySizedByParameter;
