// stage: simulate
// options: --stop 1
// model: Line
// expect-warning: PotentialsOnly
// expect-warning: LocallyUnbalanced
// message: has 2 potential variables and no flow variable; there must be as many of both \(Modelica 3.6, 9.3.1\)
// analytic: b.level.height = 3 * time
model Line
  Gives a;
  Takes b;
equation
  connect(a.level, b.level);
end Line;
connector Level
  Real height;
  Real width;
end Level;
model Gives
  Level level(height = 3*time, width = 1);
end Gives;
model Takes
  Level level;
  Real area = level.height*level.width;
end Takes;
