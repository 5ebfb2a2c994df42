// stage: check
// options: --strict
// model: Plant
// note: an array class or a class with a prefix is all that its class is: specification 4.5.2
// message: it extends 'Cells', which is an array; declare a component of that class instead
model Cell
  Real u = 1;
end Cell;
model Cells = Cell[3];
record Pair
  Real a = 1;
  Real b = 2;
end Pair;
connector PairInput = input Pair;
model Battery
  extends Cells;
  // expect-error@+1: ClassRestriction
  Real sum = 3;
end Battery;
model Pack
  extends Cells;
  // expect-error@+1: ClassRestriction
  extends Cell;
end Pack;
connector Plug
  extends PairInput;
  // expect-error@+1: ClassRestriction
  Real c;
end Plug;
model Alone
  extends Cells;
end Alone;
model Plant
  Battery battery;
  Pack pack;
  // expect-error@+1: PotentialsOnly
  Plug plug;
  Alone alone;
end Plant;
