// stage: simulate
// model: Jumps
// options: --stop 30 --tolerance 1e-8
// note: Jumps inside of the table and at both of its ends; a step that ends at a jump sees what was before.
// tolerance: 1e-7
// analytic: m = time^2/20 if time < 10 else 5 + 2*(time - 10) if time < 20 else 25
// configs: --method inline:bdf; --method inline:radau5; --method cvode
model Jumps
  Formola.Blocks.Sources.TimeTable feed(table = {{0, 3}, {0, 0}, {10, 1}, {10, 2}, {20, 2}, {20, 0}});
  Real m(start = 0, fixed = true);
equation
  der(m) = feed.y;
end Jumps;
