// stage: check
// model: M
// expect-error@+1: DuplicateElement
type E = enumeration(a, b, a);
model M
  E e = E.a;
end M;
