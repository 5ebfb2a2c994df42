// stage: simulate
// model: M
// note: Values of functions at time = 1: loops, while, break, recursion, several results, records, arrays of unknown size.
// final: fib = 55
// final: collatz = 9
// final: lo = -2
// final: hi = 5
// final: prime = 5
// final: s[1] = -2
// final: s[2] = 1
// final: s[3] = 3
// final: s[4] = 5
// final: p = 34
function fibonacci
  input Integer n;
  output Integer f;
algorithm
  f := if n < 2 then n else fibonacci(n - 1) + fibonacci(n - 2);
end fibonacci;

function steps "until 1 is reached by the rule n/2 or 3n+1"
  input Integer n;
  output Integer k = 0;
protected
  Integer m = n;
algorithm
  while m <> 1 loop
    m := if mod(m, 2) == 0 then div(m, 2) else 3*m + 1;
    k := k + 1;
  end while;
end steps;

function range
  input Real x[:];
  output Real lo = x[1];
  output Real hi = x[1];
algorithm
  for v in x loop
    if v < lo then
      lo := v;
    elseif v > hi then
      hi := v;
    end if;
  end for;
end range;

function countPrimes
  input Integer n;
  output Integer k = 0;
protected
  Boolean prime;
algorithm
  for i in 2:n loop
    prime := true;
    for j in 2:i - 1 loop
      if mod(i, j) == 0 then
        prime := false;
        break;
      end if;
    end for;
    if prime then
      k := k + 1;
    end if;
  end for;
end countPrimes;

function sort
  input Real x[:];
  output Real y[size(x, 1)] = x;
protected
  Real t;
algorithm
  for i in 1:size(y, 1) - 1 loop
    for j in 1:size(y, 1) - i loop
      if y[j] > y[j + 1] then
        t := y[j];
        y[j] := y[j + 1];
        y[j + 1] := t;
      end if;
    end for;
  end for;
end sort;

function horner
  input Real c[:];
  input Real x;
  output Real y;
algorithm
  y := 0;
  for i in size(c, 1):-1:1 loop
    y := y*x + c[i];
  end for;
end horner;

model M
  Integer n = integer(10*time + 0.5);
  Integer fib = fibonacci(n);
  Integer collatz = steps(n + 3);
  Real x[4] = {3, -2, 5, 1}*time;
  Real lo, hi;
  Integer prime = countPrimes(n + 2);
  Real s[4] = sort(x);
  Real p = horner({1, 2, 3}, 3*time);
equation
  (lo, hi) = range(x);
end M;
