// stage: simulate
// model: Arrays.Test
// options: --stop 1.5 --tolerance 1e-9 --filter ^([xuvw]|last)$
// configs: --method inline:bdf; --backend interp
// analytic: x = (-1 + sqrt(25 - 4*time^2))/4
// analytic: u = sqrt(1 + time)
// analytic: v = (1 + time)^(1/3)
// analytic: last = 1 + time
// tolerance: 1e-6
// note: functions that are differentiated for the index reduction: cat, sum, fill, cross, skew, outerProduct, transpose, records that
// note: an if chooses between, arrays of sizes that the call decides.
package Arrays
  record State
    Real p, T, X[2];
  end State;
  function state
    input Real p, T, X[:];
    output State s;
  algorithm
    s := if size(X, 1) == 2 then State(p = p, T = T, X = X) else State(p = p, T = T, X = cat(1, X, {1 - sum(X)}));
  end state;
  function property
    input State s;
    output Real h;
  algorithm
    h := s.p*s.T + s.X[1]*2 + s.X[2];
  end property;
  function enthalpy
    input Real p, T, X[:];
    output Real h;
  algorithm
    h := property(state(p, T, X));
  end enthalpy;
  function square "x^2, in a roundabout way"
    input Real x;
    output Real y;
  protected
    Real a[3] = {x, 0, 0}, b[3], c[3, 3], d[2, 2];
  algorithm
    b := cross(fill(x, 3), {0, 0, 1}) + skew({0, 0, x})*{1, 1, 0} + {0, 0, x};
    c := outerProduct(a, b) + transpose(diagonal({0, x, 0})*diagonal({0, x, 0}));
    d := symmetric([x, 1; 7, x]);
    y := sum(c) + 0*sum(d)/2 + scalar([x*x - x*x]) + sum(vector([x, -x])) - x^2;
  end square;
  function cube
    input Real x;
    output Real y;
  algorithm
    y := sum(matrix(fill(square(x), 2))*[x/2]);
  end cube;
  model Test
    Real x(start = 1, fixed = true, stateSelect = StateSelect.always), z, xs[1], h2;
    Real u(start = 1, fixed = true, stateSelect = StateSelect.always), v(start = 1, fixed = true, stateSelect = StateSelect.always);
    Real y2, y3, last;
  equation
    xs[1] = x;
    z = enthalpy(x, 2*x, xs);
    der(z) = -time;
    h2 = enthalpy(x, 2*x, {x, 1 - x}) - z;
    y2 = square(u);
    der(y2) = 1;
    y3 = cube(v);
    der(y3) = 1;
    last = y3 + h2;
  end Test;
end Arrays;
