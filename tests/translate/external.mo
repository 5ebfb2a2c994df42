// External functions: the C program declares them, and whoever uses it links them.
model External
  function scaled
    input Real x;
    input Integer k;
    output Real y;
    external "C" y = scaled_by(x, k) annotation(Include = "static double scaled_by(double x, int k) { return k*x; }");
  end scaled;

  function parts
    input Real x[3];
    output Real sum;
    output Integer positive;
    external "C" parts_of(x, size(x, 1), sum, positive) annotation(Include = "static void parts_of(const double *x, int n, double *sum, int *positive) { int i; *sum = 0; *positive = 0; for (i = 0; i < n; ++i) { *sum += x[i]; *positive += x[i] > 0; } }");
  end parts;

  Real x(start = 1, fixed = true), sum, scaled_by;
  Integer positive;
equation
  der(x) = -scaled(x, 2);
  (sum, positive) = parts({x, -x, x^2});
  scaled_by = sum + positive;
end External;
