// stage: simulate
// model: Ranges
// options: --stop 1 --intervals 2
// note: "for i loop" takes its range from the dimensions that i indexes, also those given by types (spec 11.2.2.1)
// final: a = 6
// final: b = 5
// final: c = 12
// final: d = 24
model Ranges
  type Light = enumeration(red, yellow, green);
  Real x[3];
  Real on[Boolean];
  Real weight[Light];
  Real cube[2, Boolean, Light];
  Real a = sum(x);
  Real b = on[true] + on[false];
  Real c = weight[Light.green]*sum(twice(2))/1.5;
  Real d = cube[2, true, Light.green];

  function twice
    input Integer n;
    output Real y[n];
  algorithm
    for i loop
      y[i] := 2*i;
    end for;
  end twice;
algorithm
  for i loop
    x[i] := i;
  end for;
  for b loop
    on[b] := if b then 3 else 2;
  end for;
  for i loop
    weight[i] := Integer(i);
  end for;
equation
  for i, j, k loop
    cube[i, j, k] = i*(if j then 4 else 1)*Integer(k);
  end for;
end Ranges;
