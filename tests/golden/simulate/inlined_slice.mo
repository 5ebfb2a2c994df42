// stage: simulate
// model: Cells
// options: --stop 3 --intervals 3
// note: Inline=true of a function with a slice whose size changes during the simulation: it stays a call
// final: total = 30
model Cells
  Integer n(start = 1, fixed = true);
  Real q[4] = {1, 2, 3, 4};
  discrete Real total(start = 0, fixed = true);

  function superposition
    input Integer count;
    input Real a[count];
    input Real b[count];
    input Integer n;
    output Real y;
  algorithm
    y := a[1:n]*b[1:n];
    annotation (Inline = true);
  end superposition;
equation
  when sample(1, 1) then
    n = pre(n) + 1;
    total = superposition(4, q, q, n);
  end when;
end Cells;
