// stage: flatten
// model: M
// note: Algorithm sections: order, if, for, while, when, array elements, several results.
function divide
  input Integer a, b;
  output Integer quotient;
  output Integer rest;
algorithm
  quotient := div(a, b);
  rest := mod(a, b);
end divide;

model M
  Real s, c[3], u = time;
  Integer n(start = 0, fixed = true), q, r, w;
algorithm
  s := 0;
  for i in 1:3 loop
    c[i] := i*u;
    s := s + c[i];
  end for;
  if s > 5 then
    s := 5;
  elseif s < -5 then
    s := -5;
  else
    s := s/2;
  end if;
  when sample(1, 1) then
    n := pre(n) + 1;
  end when;
  (q, r) := divide(n, 3);
algorithm
  w := 0;
  while w*w < n loop
    w := w + 1;
  end while;
end M;
