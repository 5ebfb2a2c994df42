function f
algorithm
  x := if a then b else c;
  (a, , b) := f(x);
  while not a and b loop break; end while;
  for i in 1:2:5 loop return; end for;
  when a then b := 1; elsewhen c then d := 2; end when;
end f;
