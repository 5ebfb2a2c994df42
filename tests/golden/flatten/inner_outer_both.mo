// stage: flatten
// model: M
// note: A component that is both inner and outer: a new inner that can refer to the one above.
model Environment
  parameter Real T = 300;
  Real h;
end Environment;

model Room
  outer Environment env;
  Real y = env.h;
end Room;

model House
  inner outer Environment env(T = 290, h = 2*time);
  Room room;
end House;

model M
  inner Environment env(h = time);
  Room outside;
  House house;
end M;
