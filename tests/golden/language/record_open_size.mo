// stage: simulate
// options: --stop 1
// model: RecordOpenSize
// note: a size that is open in a record comes from what its constructor is given, whatever the size of the default
// analytic: a = 3 * time
// analytic: b = 6 * time
// analytic: c = 5 * time
// analytic: d = 6 * time
// analytic: e = 4 * time
// analytic: f = 3 * time
// configs: --backend interp
record Template
  parameter Integer n = size(x, 1);
  parameter Real x[:, 2];
  parameter Real total = sum(x[:, 1]);
end Template;
record Example
  extends Template(x = {{1, 0}, {1, 0}, {1, 0}, {1, 0}});
end Example;
model Part
  parameter Template field;
end Part;
model RecordOpenSize
  parameter Real mine[3, 2] = {{i, i} for i in 1:3};
  parameter Template field = Example(x = mine);
  parameter Template given = Example(n = 5, x = mine);
  parameter Template plain = Example();
  Part part(field = Example(x = mine));
  Real a = field.n*time, b = field.total*time;
  Real c = given.n*time, d = given.total*time;
  Real e = plain.n*time, f = part.field.n*size(part.field.x, 1)/3*time;
end RecordOpenSize;
