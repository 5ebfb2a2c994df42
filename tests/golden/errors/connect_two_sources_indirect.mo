// stage: check
// model: Loop
// note: the two outputs do not stand in one connect, but reach the same signal
// message: 'first.y' and 'second.y' both determine
model Loop
  Source first;
  Source second;
  Sink sink;
equation
  connect(first.y, sink.u);
  // expect-error@+1: ConnectTwoSources
  connect(sink.u, second.y);
end Loop;

block Source
  Output y = 1;
end Source;

block Sink
  Input u;
end Sink;

connector Input = input Real;
connector Output = output Real;
