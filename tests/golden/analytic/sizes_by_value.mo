// stage: simulate
// model: SizesByValue.Test
// analytic: y = exp(time)
// analytic: z = 14*time
// tolerance: 1e-6
// configs: --backend interp
// note: the sizes of local arrays follow from Integers that are given: codes are made for each of their values
package SizesByValue
  function series "Of the exponential function, n terms"
    input Integer n;
    input Real x;
    output Real y;
  protected
    Real term[n];
  algorithm
    term[1] := 1;
    for k in 2:n loop
      term[k] := term[k - 1]*x/(k - 1);
    end for;
    y := sum(term);
  end series;

  function both
    input Integer n, m;
    input Real x;
    output Real y;
  protected
    Real rows[m];
  algorithm
    for k in 1:m loop
      rows[k] := series(n, x)*k^2/series(n, x);
    end for;
    y := sum(rows);
  end both;

  model Test
    Real y = series(20, time);
    Real z = both(12, 3, time)*time;
  end Test;
end SizesByValue;
