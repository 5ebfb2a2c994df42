// stage: check
// options: --strict
// model: Plant
// note: a protected extends clause makes everything inherited protected: specification 7.1.2
model Inner
  Real x = 2;
end Inner;
model Cover
  Real y = x;
protected
  extends Inner;
end Cover;
model Plant
  Cover c;
  // expect-error@+1: ProtectedAccess
  Real z = c.x;
  Real w = c.y;
end Plant;
