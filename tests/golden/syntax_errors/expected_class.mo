// stage: check
// expect-error@+1: ExpectedClass
Real x = 1;

model ExpectedClass
end ExpectedClass;
