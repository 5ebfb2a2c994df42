// stage: flatten
// model: M
// options: --scalar
// note: Whether a when-clause exists must be known before the simulation starts.
model M
  discrete Real x;
equation
  if time > 1 then
    // expect-error@+1: WhenInsideIf
    when time > 2 then
      x = 1;
    end when;
  else
    x = 3;
  end if;
end M;
