// stage: flatten
// model: M
// note: A recursive function, called with a constant and with a variable; while, break, return.
function factorial
  input Integer n;
  output Integer f;
algorithm
  f := if n <= 1 then 1 else n*factorial(n - 1);
end factorial;

function firstAbove
  input Real x[:];
  input Real limit;
  output Integer k = 0;
algorithm
  while true loop
    k := k + 1;
    if k > size(x, 1) then
      k := 0;
      return;
    elseif x[k] > limit then
      break;
    end if;
  end while;
end firstAbove;

model M
  constant Integer six = factorial(3);
  Real x[six];
  Integer k;
equation
  x = {factorial(i)*time for i in 1:six};
  when time > 1 then
    k = firstAbove(x, 0.5);
  end when;
end M;
