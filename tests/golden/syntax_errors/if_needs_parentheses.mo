// stage: check
model IfNeedsParentheses
  // expect-error@+1: IfNeedsParentheses
  Real x = 1 + if time > 1 then 1 else 2;
end IfNeedsParentheses;
