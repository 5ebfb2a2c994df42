// stage: simulate
// model: P.M
// options: --stop 1
// note: Specification 12.4.4: fields of a record in a function start with the values that the record's class gives, also from other fields.
// final: t = 2 + 2 + 4 + 3 + 4
// final: d = 5 + 10 + 8 + 9
// final: c = 3 + 1 + 1 + 1 + 6
package P
  record A
    Real x = 1;
    Integer n = 2;
  end A;
  record B
    extends A(x = 5);
    A a[2](x = {8, 9});
    Real v[2] = {x, x};
  end B;
  function make
    input Real u;
    output B b;
  algorithm
    b.x := u;
    b.v := {u, 2*u};
    b.a[1].x := 3;
    b.a[2] := A(4, 5);
  end make;
  function default
    output B b;
  algorithm
  end default;
  function total
    input B b;
    output Real s;
  algorithm
    s := b.x + sum(b.v) + sum(b.a.x);
  end total;
  model M
    B q = make(2);
    B w = B(x = 3, v = {1, 1}, a = {A(), A(x = 6)});
    Real t = total(q);
    Real d = total(default());
    Real c = total(w);
  end M;
end P;
