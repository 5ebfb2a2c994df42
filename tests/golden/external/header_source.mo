// stage: simulate
// options: --trust .
// note: the library does not exist, but a source beside the header does; an impure function gives the value of a parameter
// final: x = 6
// final: y = 2
// model: HeaderSource.Test
package HeaderSource
  impure function twice
    input Real x;
    output Real y;
    external "C" y = scaled(x, 2)
      annotation (Library = "no_such_library", Include = "#include \"filters.h\"",
        IncludeDirectory = "modelica://HeaderSource/sources");
  end twice;

  model Test
    parameter Real p = twice(1);
    Real y = p;
    Real x = 3*p;
  end Test;
end HeaderSource;
