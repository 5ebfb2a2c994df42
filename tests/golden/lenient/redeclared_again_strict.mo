// stage: check
// options: --strict
// model: Second
// note: what redeclared_again.mo has as a warning
// expect-error: NoLongerReplaceable
model A
  Real y = time;
end A;
model B
  Real y = 2*time;
end B;
model C
  Real y = 3*time;
end C;
model Base
  replaceable model M = A;
  M m;
end Base;
model First
  extends Base(redeclare model M = B);
end First;
model Second
  extends First(redeclare model M = C);
  Real y = m.y;
end Second;
