// stage: flatten
// model: P.M
// note: Lookup stops at an encapsulated class; what it needs is imported.
package P
  constant Real k = 1;
  constant Real unseen = 2;
  encapsulated model Inside
    import P.k;
    import Modelica_like = P;
    Real x = k*sin(time) + Modelica_like.unseen;
  end Inside;
  model M
    Inside inside;
  end M;
end P;
