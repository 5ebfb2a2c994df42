// stage: check
// options: --strict
// model: Plant
// note: 'model extends' needs a replaceable class, and is itself replaceable only if it says so: specification 7.3.1
model Base
  model Fixed
    Real x = 1;
  end Fixed;
  replaceable model Free
    Real x = 2;
  end Free;
end Base;
model Middle
  extends Base;
  redeclare model extends Free
    Real y = 3;
  end Free;
end Middle;
model Plant
  extends Middle;
  // expect-error@+1: NotReplaceable
  redeclare model extends Fixed
    Real z = 4;
  end Fixed;
  // expect-error@+1: NoLongerReplaceable
  redeclare model extends Free
    Real z = 5;
  end Free;
  Fixed f;
  Free g;
end Plant;
