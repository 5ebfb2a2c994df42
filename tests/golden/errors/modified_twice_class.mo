// stage: check
// model: Plant
model Tank
  parameter Real level = 1;
  parameter Real area = 2;
end Tank;
// expect-error@+1: ModifiedTwice
model Full = Tank(level = 3, area = 1, level = 4);
model Empty
  // expect-error@+1: ModifiedTwice
  extends Tank(level = 0, level = 1);
end Empty;
model Plant
  Full full;
  Empty empty;
end Plant;
