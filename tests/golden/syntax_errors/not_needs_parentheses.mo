// stage: check
model NotNeedsParentheses
  // expect-error@+1: NotNeedsParentheses
  Boolean x = true == not false;
end NotNeedsParentheses;
