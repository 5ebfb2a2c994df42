// stage: check
// options: --strict
// model: Plant
// note: what conditional_used.mo has as a warning
// expect-error: ConditionalUse
model Plant
  parameter Boolean measured = true;
  parameter Boolean stored = false;
  Real offset = time if measured;
  Source a if measured;
  Source b if stored;
  Real power = 2*offset;
  Real other = if stored then b.y + c else 5;
  Real third;
  Sink sink if measured;
protected
  Real c = 4 if stored;
equation
  if measured then
    third = a.y;
  else
    third = 0;
  end if;
  connect(a.y, sink.u);
end Plant;

connector Output = output Real;
connector Input = input Real;

block Source
  Output y = 1;
end Source;

block Sink
  Input u;
  Real v = u;
end Sink;
