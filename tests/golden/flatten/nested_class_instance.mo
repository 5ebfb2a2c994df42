// stage: flatten
// model: M
// note: A class inside a class, used by its path, through a component and inherited.
model Outer
  encapsulated model Inner
    parameter Real p = q;
    constant Real q = 2;
  end Inner;
  Inner i;
end Outer;
model M
  Outer o(i(p = 3));
  Outer.Inner k;
  extends Outer;
end M;
