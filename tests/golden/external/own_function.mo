// stage: simulate
// options: --trust .
// model: Own.Test
// note: A source has a function of its own with the name of one in a library that this program is linked to.
// analytic: x = 2*time
package Own
  function twice
    input Real x;
    output Real y;
    external "C" y = twice(x) annotation (Include = "double SHA1(double x) { return 2*x; }
double twice(double x) { return SHA1(x); }");
  end twice;
  model Test
    Real x = twice(time);
  end Test;
end Own;
