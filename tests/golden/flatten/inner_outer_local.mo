// stage: flatten
// model: M
// note: By its own name a class means the outer one of a component that is both inner and outer, what is inside it means the inner one (5.5).
connector Pin
  Real v;
  flow Real i;
end Pin;

model Environment
  parameter Real T = 300;
  Boolean on = true;
  Pin p;
equation
  p.v = T;
end Environment;

model Room
  outer Environment env;
  Pin p;
  Boolean on = env.on;
equation
  connect(p, env.p);
end Room;

model House
  parameter Boolean open = false;
  inner outer Environment env(T = 290, on = env.on and open);
  Real outside = env.T;
  Pin p;
  Room room;
equation
  connect(p, env.p);
end House;

model M
  inner Environment env;
  House house;
end M;
