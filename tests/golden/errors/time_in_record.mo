// stage: check
// model: Log
// message: only models and blocks know the time
model Log
  Stamp stamp;
end Log;

record Stamp
  Real at = time;  // expect-error@+0: ClassRestriction
end Stamp;
