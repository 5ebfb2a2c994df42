// stage: check
model SignNeedsParentheses
  // expect-error@+1: SignNeedsParentheses
  Real x = 2^-3;
end SignNeedsParentheses;
