// stage: simulate
// options: --trust .
// model: Apart
// note: texts that do not go together (both define factor and scale) have units of their own
// analytic: x = 2*time
// analytic: y = 3*time
// configs: --backend interp
model Apart
  function twice
    input Real x;
    output Real y;
    external "C" y = scale_two(x) annotation (Include = "static const double factor = 2;
static double scale(double x) { return factor*x; }
double scale_two(double x) { return scale(x); }");
  end twice;
  function thrice
    input Real x;
    output Real y;
    external "C" y = scale_three(x) annotation (Include = "static const double factor = 3;
static double scale(double x) { return factor*x; }
double scale_three(double x) { return scale(x); }");
  end thrice;
  Real x = twice(time), y = thrice(time);
end Apart;
