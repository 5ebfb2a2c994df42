// stage: simulate
// model: Shared.Test
// options: --trust . --stop 1 --intervals 10
// note: static data of a common Include belong to all functions that include it: by the same text, by texts that
//   include the same guarded header, through static functions, and next to functions without it
// final: a = 7
// final: b = 7
// final: c = 8
// final: d = 7
// final: e = 9
// final: f = 12
// final: g = 2
// configs: --backend interp; --method inline:bdf
package Shared
  function setSame
    input Real x;
    output Real y;
    external "C" y = set_same(x) annotation (Include = "static double same_value;
static double set_same(double x) { same_value = x; return x; }
static double get_same(double x) { return same_value + 0*x; }");
  end setSame;
  function getSame
    input Real x;
    output Real y;
    external "C" y = get_same(x) annotation (Include = "static double same_value;
static double set_same(double x) { same_value = x; return x; }
static double get_same(double x) { return same_value + 0*x; }");
  end getSame;
  function setHeader
    input Real x;
    output Real y;
    external "C" y = set_header(x) annotation (Include = "#include \"shared_state.h\"
double set_header(double x) { state = x; return x; }", IncludeDirectory = "modelica://Shared/sources");
  end setHeader;
  function getHeader
    input Real x;
    output Real y;
    external "C" y = get_header(x) annotation (Include = "#include \"shared_state.h\"
double get_header(double x) { return state + 0*x; }", IncludeDirectory = "modelica://Shared/sources");
  end getHeader;
  function addHeader "the header alone, with a static function of its own"
    input Real x;
    output Real y;
    external "C" y = add_to_state(x)
      annotation (Include = "#include \"shared_state.h\"", IncludeDirectory = "modelica://Shared/sources");
  end addHeader;
  function inList "several texts, the first one common"
    input Real x;
    output Real y;
    external "C" y = list_value(x)
      annotation (Include = {"#include \"shared_state.h\"", "static double list_value(double x) { return state + 2 + 0*x; }"},
        IncludeDirectory = "modelica://Shared/sources");
  end inList;
  function ofLibrary "of libm, declared by its header"
    input Real x;
    output Real y;
    external "C" y = cbrt(x) annotation (Include = "#include <math.h>", Library = "m");
  end ofLibrary;
  function plain "no Include at all"
    input Real x;
    output Real y;
    external "C" y = fabs(x);
  end plain;

  model Test
    parameter Real v = 7;
    Real a = setSame(v);
    Real b = getSame(a);
    Real c = addHeader(d) "state + 1";
    Real d = setHeader(v);
    Real e = inList(d);
    Real f = getHeader(d) + plain(-5);
    Real g = ofLibrary(8);
  end Test;
end Shared;
