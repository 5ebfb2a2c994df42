// stage: flatten
// model: M
// note: `outer` is the nearest `inner` of that name; parameters and functions too.
model World
  parameter Real g = 9.81;
  Real t = time;
end World;

model Ball
  outer World world;
  outer parameter Real scale;
  Real v;
equation
  der(v) = -scale*world.g;
end Ball;

model Room
  inner World world(g = 1.6);
  Ball ball;
end Room;

model M
  inner World world;
  inner parameter Real scale = 2;
  Ball ball;
  Room moon;
end M;
