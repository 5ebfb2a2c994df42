// stage: simulate
// note: at the start the equations are repeated until the discrete variables settle; an impure function is called once nevertheless, and
//   once for each sample
// options: --trust . --stop 1 --filter ^(y|z)$
// analytic: y = 0.5*(1 + 10*floor(time/0.25 + 1e-9)) if time > 0 else 0.5
// analytic: z = 1 if time < 0.25 else 2
// tolerance: 1e-9
// configs: --backend interp; --method inline:bdf
model ImpureAtStart
  impure function draw "0.5, then 5 more than the last time"
    input Integer id;
    output Real y;
    external "C" y = formola_test_draw(id) annotation(Include = "
static double formola_test_last = -4.5;
static double formola_test_draw(int id) { return formola_test_last += 5; }
");
  end draw;
  parameter Integer id(fixed = false);
  discrete Real y;
  discrete Real z;
initial equation
  id = 7;
equation
  when {initial(), sample(0.25, 0.25)} then
    y = draw(id);
  end when;
  when {initial(), y > 3} then
    z = if y > 3 then 2 else 1;
  end when;
end ImpureAtStart;
