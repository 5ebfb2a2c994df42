// stage: check
// model: Plant
// note: classes of the same name, own and inherited, must be the same but for descriptions: specification 7.1.1
// message: declare it as 'replaceable' there and write 'redeclare' before this one
model Base
  model Wheel
    Real r = 2;
  end Wheel;
  model Axle "first"
    Real d = 1;
  end Axle;
end Base;
model Plant
  extends Base;
  // expect-error@+1: DuplicateElement
  model Wheel
    Real r = 3;
  end Wheel;
  model Axle "second"
    Real d = 1;
  end Axle;
  Wheel w;
  Axle a;
end Plant;
