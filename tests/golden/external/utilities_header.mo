// stage: simulate
// model: Meter
// options: --trust . --stop 1 --intervals 4
// note: sources of Include annotations find ModelicaUtilities.h (spec 12.9.6)
// analytic: y = 2*time
// tolerance: 1e-9
model Meter
  Real y = twice(time);

  function twice
    input Real x;
    output Real y;
  external "C" y = twiceChecked(x)
    annotation (Include = "
#include \"ModelicaUtilities.h\"
static double twiceChecked(double x) {
  if (x < -1) ModelicaFormatError(\"%g is too small\", x);
  return 2*x;
}");
  end twice;
end Meter;
