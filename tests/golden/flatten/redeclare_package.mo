// stage: flatten
// model: M
// note: A package chosen by a redeclaration that is passed on through two levels.
package Numbers
  constant Integer n = 2;
  constant Real k[n] = {1, 2};
  function f
    input Real x;
    output Real y;
  algorithm
    y := x + n;
  end f;
end Numbers;

package More
  extends Numbers(n = 3, k = {4, 5, 6});
end More;

model Inner
  replaceable package P = Numbers;
  Real x[P.n] = P.k*time;
  Real z = P.f(time);
end Inner;

model Outer
  replaceable package P = Numbers;
  Inner inside(redeclare package P = P);
end Outer;

model M
  Outer a;
  Outer b(redeclare package P = More);
end M;
