// stage: simulate
// model: CompiledBelowInterpreted.Test
// analytic: y = 20 + 10*time
// analytic: n = 3
// tolerance: 1e-9
// configs: --backend interp
// note: a function with texts is interpreted; what it calls has sizes that are known only then, several results, Integers and loops
package CompiledBelowInterpreted
  function positions "Where the numbers are above the limit"
    input Real x[:];
    input Real limit;
    output Integer count;
    output Real total;
    output Boolean last;
  protected
    Real kept[size(x, 1)];
  algorithm
    count := 0;
    total := 0;
    last := false;
    for i in 1:size(x, 1) loop
      last := x[i] > limit;
      if last then
        count := count + 1;
        kept[count] := x[i];
        total := total + kept[count];
      end if;
    end for;
  end positions;

  function triangle
    input Integer n;
    output Real m[n, n];
  algorithm
    for i in 1:n loop
      for j in 1:n loop
        m[i, j] := if j <= i then 1 else 0;
      end for;
    end for;
  end triangle;

  function report
    input String text;
    input Real u;
    output Real y;
    output Integer n;
  protected
    Integer words;
    Real total;
    Boolean last;
  algorithm
    assert(text <> "", "no text");
    words := if text == "four" then 4 else 2;
    (n, total, last) := positions(cat(1, {1.0, 5.0}, {u, 6.0, 9.0}), 4.5);
    y := sum(triangle(words))*(if last then 1 + u else 0) + total - 20 - 0;
    y := y + 20 - total + 10;
  end report;

  model Test
    Real y;
    Integer n;
  equation
    (y, n) = report("four", time);
  end Test;
end CompiledBelowInterpreted;
