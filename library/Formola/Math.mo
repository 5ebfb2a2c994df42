within Formola;
package Math "Functions used by several components"
  extends Icons.Package;
  function interpolate "Linear interpolation in a table, linear extrapolation outside"
    extends Icons.Function;
    input Real xs[:] "Abscissas, increasing, at least two; two equal ones make a jump";
    input Real ys[size(xs, 1)] "Ordinates";
    input Real x "Where to interpolate";
    output Real y "Interpolated value";
  protected
    Integer k;
  algorithm
    k := segment(xs, x);
    if xs[k + 1] > xs[k] then
      y := ys[k] + (ys[k + 1] - ys[k])*(x - xs[k])/(xs[k + 1] - xs[k]);
    else
      y := if x < xs[k] then ys[k] else ys[k + 1];
    end if;
    annotation (derivative(zeroDerivative=xs, zeroDerivative=ys)=interpolate_der,
      Documentation(info="<html><p>The derivative with respect to <code>x</code> is the slope of the
segment that holds <code>x</code>. Where the table begins or ends with a jump, the value is constant
beyond.</p></html>"));
  end interpolate;

  function interpolate_der "Time derivative of interpolate"
    extends Icons.Function;
    input Real xs[:] "Abscissas";
    input Real ys[size(xs, 1)] "Ordinates";
    input Real x "Where to interpolate";
    input Real der_x "Derivative of x";
    output Real der_y "Derivative of the interpolated value";
  protected
    Integer k;
  algorithm
    k := segment(xs, x);
    der_y := if xs[k + 1] > xs[k] then (ys[k + 1] - ys[k])/(xs[k + 1] - xs[k])*der_x else 0;
    annotation (Documentation(info="<html><p>Slope of the segment times the derivative of the
abscissa.</p></html>"));
  end interpolate_der;

  function interpolate2 "Bilinear interpolation in a table, continued outside"
    extends Icons.Function;
    input Real table[:, :] "First column: x1, first row: x2, at least two of each";
    input Real x1 "First input";
    input Real x2 "Second input";
    output Real y "Interpolated value";
  protected
    Integer i;
    Integer j;
    Real a;
    Real b;
  algorithm
    i := segment(table[2:end, 1], x1) + 1;
    j := segment(table[1, 2:end], x2) + 1;
    a := (x1 - table[i, 1])/(table[i + 1, 1] - table[i, 1]);
    b := (x2 - table[1, j])/(table[1, j + 1] - table[1, j]);
    y := (1 - a)*((1 - b)*table[i, j] + b*table[i, j + 1])
      + a*((1 - b)*table[i + 1, j] + b*table[i + 1, j + 1]);
    annotation (Documentation(info="<html><p>Continuous; the slopes jump at the lines of the
table.</p></html>"));
  end interpolate2;

  function segment "Index k of the table segment with xs[k] <= x < xs[k+1], first or last outside"
    extends Icons.Function;
    input Real xs[:] "Abscissas, strictly increasing, at least two";
    input Real x "Where";
    output Integer k "Segment, 1 .. size(xs,1)-1";
  protected
    Integer high;
    Integer middle;
  algorithm
    k := 1;
    high := size(xs, 1);
    while high - k > 1 loop
      middle := div(k + high, 2);
      if x >= xs[middle] then
        k := middle;
      else
        high := middle;
      end if;
    end while;
    annotation (Documentation(info="<html><p>The row at which the segment begins; the first and
the last
segment also serve outside of the table.</p></html>"));
  end segment;

  function nextKnot "Smallest abscissa greater than x, or a very large number"
    extends Icons.Function;
    input Real xs[:] "Abscissas, strictly increasing";
    input Real x "Where";
    output Real next "Next abscissa";
  protected
    Integer k;
  algorithm
    k := 1;
    while k < size(xs, 1) and xs[k] <= x loop
      k := k + 1;
    end while;
    next := if xs[k] > x then xs[k] else Constants.inf;
    annotation (Documentation(info="<html><p>Where the next time event of a table is.</p></html>"));
  end nextKnot;

  function increases "Do numbers increase?"
    extends Icons.Function;
    input Real xs[:] "Numbers";
    input Boolean strictly "No two equal ones are allowed";
    output Boolean yes = true "true if they do";
  algorithm
    for k in 2:size(xs, 1) loop
      yes := yes and (xs[k] > xs[k - 1] or (not strictly and xs[k] >= xs[k - 1]));
    end for;
    annotation (Documentation(info="<html><p>Checks the abscissas of a table.</p></html>"));
  end increases;

  function linearExp "Exponential function, continued linearly above a limit"
    extends Icons.Function;
    input Real x "Argument";
    input Real limit = 40 "Above it the tangent is used";
    output Real y "exp(x) or its tangent at limit";
  algorithm
    y := if x <= limit then exp(x) else exp(limit)*(1 + (x - limit));
    annotation (derivative(zeroDerivative=limit)=linearExp_der, Documentation(info="<html>
<p>Continuously differentiable. It keeps Newton iterations of junctions from
overflow.</p></html>"));
  end linearExp;

  function linearExp_der "Time derivative of linearExp"
    extends Icons.Function;
    input Real x "Argument";
    input Real limit = 40 "Above it the tangent is used";
    input Real der_x "Derivative of x";
    output Real der_y "Derivative of y";
  algorithm
    der_y := exp(min(x, limit))*der_x;
    annotation (Documentation(info="<html><p>Makes <code>linearExp</code> differentiable across the
point where it is continued.</p></html>"));
  end linearExp_der;

  function signedRoot "Square root with sign, regularised near zero"
    extends Icons.Function;
    input Real x "Argument";
    input Real delta = 1e-3 "Range of the regularisation";
    output Real y "x/(x^2 + delta^2)^(1/4)";
  algorithm
    y := x/(x*x + delta*delta)^0.25;
    annotation (Inline=true, Documentation(info="<html>
<p>Odd, smooth, strictly increasing, and close to <code>sign(x)*sqrt(abs(x))</code> for
<code>abs(x)</code> much larger than <code>delta</code>.</p></html>"));
  end signedRoot;

  annotation (Documentation(info="<html><p>Tables and smooth functions.</p></html>"));
end Math;
