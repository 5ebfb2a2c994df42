// stage: simulate
// options: --stop 1
// model: MissingEach
// note: values and attributes of the elements of an array, also through two arrays and in an array that needs the value for a size
// message: without 'each' \(Modelica 3.6, 7.2.5\)
// message: write 'each n = ...' to give the same value to every element
// analytic: s = 2 * 3 * 5 + 2 * 3 * time
// analytic: nested = 4 * 7
model Part
  parameter Integer n = 1;
  parameter Real k = 1;
  Real x[n] = fill(k + time, n);
  Real y(start = 1);
equation
  der(y) = 0;
end Part;
model Group
  parameter Real k = 1;
  Part parts[2](each k = k);
end Group;
model MissingEach
  // expect-warning@+2: MissingEach
  // expect-warning@+1: MissingEach
  Part p[2](n = 3, k = 5);
  // expect-warning@+1: MissingEach
  Part q[2](y(start = 4));
  // expect-warning@+1: MissingEach
  Group g[2](k = 7);
  Real s = sum(p[1].x) + sum(p[2].x);
  Real nested = g[1].parts[1].k + g[1].parts[2].k + g[2].parts[1].k + g[2].parts[2].k;
end MissingEach;
