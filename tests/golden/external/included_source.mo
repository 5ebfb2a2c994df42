// stage: simulate
// options: --trust .
// model: Filters.Test
// note: C functions from an included source: scalars, a matrix, several outputs, strings, a static function of a header,
//   an object. 7 = 3*2 + 1; the text "ab" has length 2.
// analytic: x = 3*time
// analytic: y1 = 1*time + 2
// analytic: y2 = 3*time + 4
// analytic: h = time/2
// final: q = 3
// final: r = 1
// final: length = 2
// analytic: c = 10 + time
// configs: --backend interp; --method cvode
package Filters
  function scaled
    input Real x;
    input Integer n;
    output Real y;
    external "C" annotation (Include = "#include \"filters.c\"", IncludeDirectory = "modelica://Filters/sources");
  end scaled;

  function product
    input Real a[:, :];
    input Real x[size(a, 2)];
    output Real y[size(a, 1)];
    external "C" annotation (Include = "#include \"filters.c\"", IncludeDirectory = "modelica://Filters/sources");
  end product;

  function divide
    input Integer a;
    input Integer b;
    output Integer quotient;
    output Integer rest;
    external "C" divide(a, b, quotient, rest)
      annotation (Include = "#include \"filters.c\"", IncludeDirectory = "modelica://Filters/sources");
  end divide;

  function joined
    input String a;
    input String b;
    output String text;
    external "C" text = joined(a, b)
      annotation (Include = "#include \"filters.c\"", IncludeDirectory = "modelica://Filters/sources");
  end joined;

  function lengthOf
    input String text;
    output Integer n;
    external "C" n = strlen(text) annotation (Include = "#include <string.h>");
  end lengthOf;

  function half
    input Real x;
    output Real y;
    external "C" y = half(x)
      annotation (Include = "#include \"filters.c\"", IncludeDirectory = "modelica://Filters/sources");
  end half;

  class Counter
    extends ExternalObject;
    function constructor
      input String name;
      input Real start;
      output Counter counter;
      external "C" counter = counter_new(name, start)
        annotation (Include = "#include \"filters.c\"", IncludeDirectory = "modelica://Filters/sources");
    end constructor;
    function destructor
      input Counter counter;
      external "C" counter_free(counter)
        annotation (Include = "#include \"filters.c\"", IncludeDirectory = "modelica://Filters/sources");
    end destructor;
  end Counter;

  function next
    input Counter counter;
    input Real x;
    output Real y;
    external "C" y = counter_next(counter, x)
      annotation (Include = "#include \"filters.c\"", IncludeDirectory = "modelica://Filters/sources");
  end next;

  model Test
    Real x = scaled(time, 3);
    Real y[2] = product([1, 2; 3, 4], {time, 1});
    Real y1 = y[1];
    Real y2 = y[2];
    Real h = half(time);
    Integer q, r;
    parameter Integer n = lengthOf(joined("a", "b"));
    Integer length = n;
    Counter counter = Counter("ten", 10);
    Real c = next(counter, time);
  equation
    (q, r) = divide(7, 2);
  end Test;
end Filters;
