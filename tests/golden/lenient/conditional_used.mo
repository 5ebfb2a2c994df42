// stage: simulate
// options: --stop 1
// model: Plant
// note: a component that exists is used although it is conditional; where it does not, the condition of the branch is false, too
// expect-warning: ConditionalUse
// message: exists only under a condition, .* \(Modelica 3.6, 4.4.5\)
// analytic: power = 2 * time
// analytic: other = 5
// analytic: third = 1
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
