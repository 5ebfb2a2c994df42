// stage: check
// model: Plant
// note: a component that is a model determines its variables itself (spec 4.7); records and connectors are fine
// message: 'tank.level' is part of the model 'Tank'
model Plant
  Tank tank;
  Data data;
equation
  when time > 1 then
    // expect-error@+1: WhenTargetInComponent
    tank.level = 1;
    data.x = 2;
  end when;
end Plant;

model Tank
  discrete Real level;
end Tank;

record Data
  discrete Real x;
end Data;
