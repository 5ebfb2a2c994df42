// stage: flatten
// model: M
// note: Records inside components: modified member by member, as a whole, from outside, with final.
record Data
  parameter Real a = 1;
  parameter Real b = 2*a;
end Data;

model Part
  Data d(a = 5);
  Real y = d.b*time;
end Part;

model M
  Part one;
  Part two(d(a = 6));
  Part three(d(b = 7));
  Part four(d = Data(8, 9));
  parameter Data shared(a = 10);
  Part five(d = shared);
end M;
