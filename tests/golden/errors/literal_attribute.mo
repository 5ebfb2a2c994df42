// stage: check
// model: Plant
// message: every enumeration has an attribute of that name
model Plant
  // expect-error@+1: ClassRestriction
  type Phase = enumeration(start, running, stop);
  type Limit = enumeration(minimum, maximum);
  Phase p = Phase.running;
  Limit l = Limit.minimum;
end Plant;
