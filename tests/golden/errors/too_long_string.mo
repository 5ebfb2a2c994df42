// stage: check
// model: M
model M
  constant String s0 = "0123456789abcdef";
  constant String s1 = s0 + s0 + s0 + s0 + s0 + s0 + s0 + s0 + s0 + s0 + s0 + s0 + s0 + s0 + s0 + s0;
  constant String s2 = s1 + s1 + s1 + s1 + s1 + s1 + s1 + s1 + s1 + s1 + s1 + s1 + s1 + s1 + s1 + s1;
  constant String s3 = s2 + s2 + s2 + s2 + s2 + s2 + s2 + s2 + s2 + s2 + s2 + s2 + s2 + s2 + s2 + s2;
  constant String s4 = s3 + s3 + s3 + s3 + s3 + s3 + s3 + s3 + s3 + s3 + s3 + s3 + s3 + s3 + s3 + s3;
  constant String s5 = s4 + s4 + s4 + s4 + s4 + s4 + s4 + s4 + s4 + s4 + s4 + s4 + s4 + s4 + s4 + s4;
  // expect-error@+1: NotEvaluable
  constant String s6 = s5 + s5;
  Real x = if s6 == "" then 1 else 2;
end M;
