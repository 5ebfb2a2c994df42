// stage: flatten
// model: M
// note: A redeclaration two levels down, and one that uses a class of the place where it is written.
model A
  Real x = time;
end A;

model B
  extends A;
  parameter Real k = 1;
end B;

model Inner
  replaceable A a;
end Inner;

model Middle
  Inner i;
end Middle;

package Local
  model C
    extends A;
    Real own = 7;
  end C;
  model M
    Middle m(i(redeclare C a));
    Middle n(i(redeclare B a(k = 5)));
  end M;
end Local;

model M
  extends Local.M;
end M;
