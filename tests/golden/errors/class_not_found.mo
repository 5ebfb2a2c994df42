// stage: check
// model: M
package P
  model Tank
  end Tank;
end P;
model M
  // expect-error@+1: ClassNotFoundIn
  P.Tnk a;
end M;
