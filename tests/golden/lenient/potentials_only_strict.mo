// stage: check
// options: --strict
// model: Line
// note: what potentials_only.mo has as a warning
// expect-error: PotentialsOnly
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
