// stage: simulate
// options: --stop 1 --intervals 4
// configs: --backend interp
// note: the value of a result calls its own function, alone and in turn with another one
// final: sixth = 720
// analytic: k = factorial(floor(4*time + 1e-9) + 1)
// analytic: even = 1 - floor(4*time + 1e-9) % 2
model RecursiveBinding
  function factorial
    input Integer n;
    output Integer y = if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;
  function isEven
    input Integer n;
    output Boolean y = if n == 0 then true else isOdd(n - 1);
  end isEven;
  function isOdd
    input Integer n;
    output Boolean y = if n == 0 then false else isEven(n - 1);
  end isOdd;
  parameter Integer p = factorial(6);
  Integer sixth = p;
  Integer k = factorial(integer(4*time) + 1);
  Boolean even = isEven(integer(4*time));
end RecursiveBinding;
