// External C functions, texts that are made while the model runs, and external objects in FMUs.
package External
  function scaled "static in Include"
    input Real x;
    input Integer k;
    output Real y;
    external "C" y = scaled_by(x, k) annotation(Include = "static double scaled_by(double x, int k) { return k*x; }");
  end scaled;

  function statistics "arrays of Reals and Integers, a size, several outputs"
    input Real x[:];
    input Integer weights[size(x, 1)];
    output Real sum;
    output Integer positive;
    output Real doubled[size(x, 1)];
    external "C" statistics_of(x, weights, size(x, 1), sum, positive, doubled)
      annotation(Include = "#include \"statistics.h\"", Library = "statistics");
  end statistics;

  function length
    input String text;
    output Integer n;
    external "C" n = length_of(text) annotation(Include = "#include <string.h>
static int length_of(const char *text) { return (int)strlen(text); }");
  end length;

  function repeated
    input String text;
    input Integer count;
    output String result;
    external "C" result = repeated_text(text, count) annotation(Include = "#include \"ModelicaUtilities.h\"
#include <string.h>
static const char *repeated_text(const char *text, int count)
{
  char *all = ModelicaAllocateString(strlen(text)*(size_t)count);
  all[0] = 0;
  while (count-- > 0) strcat(all, text);
  return all;
}");
  end repeated;

  function positive
    input Real x;
    output Real y;
    external "C" y = positive_root(x) annotation(Include = "#include <math.h>
#include \"ModelicaUtilities.h\"
static double positive_root(double x)
{
  if (x < 0) ModelicaFormatError(\"there is no root of %g\", x);
  return sqrt(x);
}");
  end positive;

  class Recorder "counts how often it was asked, from a first number"
    extends ExternalObject;
    function constructor
      input String name;
      input Real first;
      output Recorder recorder;
      external "C" recorder = recorder_begin(name, first) annotation(Include = "#include \"recorder.h\"", Library = "recorder");
    end constructor;
    function destructor
      input Recorder recorder;
      external "C" recorder_end(recorder) annotation(Include = "#include \"recorder.h\"", Library = "recorder");
    end destructor;
  end Recorder;

  function asked
    input Recorder recorder;
    input Real u;
    output Real y;
    external "C" y = recorder_ask(recorder, u) annotation(Include = "#include \"recorder.h\"", Library = "recorder");
  end asked;

  model Functions
    parameter Real p = 2;
    parameter Integer k = 3;
    Real x(start = 1, fixed = true);
    Real sum, doubled[3];
    Integer count;
  equation
    der(x) = -scaled(x, k)/p;
    (sum, count, doubled) = statistics({x, -x, 2*x}, {1, 2, k});
  end Functions;

  model Texts
    parameter String name = "pump";
    parameter Integer digits = 3;
    parameter String full = name + " " + String(digits) + repeated("!", digits);
    Real x(start = 0, fixed = true);
    discrete String label(start = "begin", fixed = true);
    discrete String shown(start = "", fixed = true);
    discrete Boolean early(start = false, fixed = true);
    output Integer n;
    output Integer m;
  equation
    der(x) = length(full);
    n = length(label);
    m = length(shown);
    when sample(0.1, 0.1) then
      label = pre(label) + String(time, significantDigits = digits);
      shown = String(x > 1, minimumLength = 6, leftJustified = false) + String(integer(10*time)) + String(x, format = "8.3f");
      early = label < full;
    end when;
  end Texts;

  model Failing
    Real x(start = 1, fixed = true);
  equation
    der(x) = -1 - 1e-9*positive(x);
  end Failing;

  model Objects
    parameter Real first = 2;
    parameter String name = "one";
    Recorder recorder = Recorder(name, first);
    Real x(start = 1, fixed = true);
    output Real y = asked(recorder, x);
  equation
    der(x) = -asked(recorder, x);
  end Objects;
end External;
