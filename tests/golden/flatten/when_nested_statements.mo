// stage: flatten
// model: M
// note: if and for inside when-equations; several results assigned in a when.
function minmax
  input Real x[:];
  output Real lo;
  output Real hi;
algorithm
  lo := min(x);
  hi := max(x);
end minmax;

model M
  parameter Integer n = 2;
  Real x[n] = {sin(time), cos(time)};
  discrete Real kept[n];
  discrete Real lo, hi;
  Integer sign_;
equation
  when sample(0, 0.1) then
    for i in 1:n loop
      kept[i] = x[i];
    end for;
    (lo, hi) = minmax(x);
    if x[1] > 0 then
      sign_ = 1;
    else
      sign_ = -1;
    end if;
  end when;
end M;
