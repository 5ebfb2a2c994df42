// stage: simulate
// options: --stop 1
// model: ArrayFunctions.All
// configs: --backend interp
// note: functions that apply operators and built-in functions to whole arrays, and loops over their elements, are differentiated; the integrals of the derivatives are the functions again
// final: largest = 0
package ArrayFunctions
  function elementary input Real v[3]; output Real y[3]; algorithm y := sin(v); end elementary;
  function two input Real v[3]; output Real y[3]; algorithm y := atan2(v, {1, 2, 3}); end two;
  function powers input Real v[3]; output Real y[3]; algorithm y := v.^{2, 3, 0.5} + 2 .^ v; end powers;
  function quotients input Real v[3]; output Real y[3]; algorithm y := 1 ./ v + v ./ {v[2], 2, v[1]}; end quotients;
  function unit "marks around arrays, branches"
    input Real v[3];
    output Real y[3];
  algorithm
    y := smooth(0, noEvent(if v*v > 1e-8 then v/sqrt(v*v) else v/1e-4));
  end unit;
  function smoothed input Real v[3]; output Real y[3]; algorithm y := smooth(2, abs(v).*exp(-v)); end smoothed;
  function folds
    input Real v[3];
    output Real y[3];
  algorithm
    y := {max(v), min({v[1], v[3]}), product(v)};
  end folds;
  function elements "the iterators are elements"
    input Real v[3];
    output Real y[3];
  protected
    Real s = 0;
  algorithm
    for x in v loop
      s := s + x*x;
    end for;
    y := {x^3 for x in v};
    y[1] := s + sum(x*x for x in v);
  end elements;
  function declared "without statements"
    input Real v[3];
    output Real y[3] = cos(v);
  algorithm
  end declared;
  function matrices
    input Real v[3];
    output Real y[3];
  protected
    Real A[2, 2] = exp([v[1], v[2]; v[3], 1]);
  algorithm
    y := cat(1, A[1, :], {sum(log(A + ones(2, 2)))});
  end matrices;
  function anySize
    input Real v[:];
    output Real y[size(v, 1)];
  algorithm
    y := tanh(v) .* v;
  end anySize;
  function shifted "a scalar is added to each element"
    input Real v[3];
    output Real y[3];
  algorithm
    y := {1, 2, 3} .+ v[1]*v[2];
  end shifted;
  partial model Checked
    Real v[3] = {time + 0.5, 1 + time/2, 2 + time^2};
    Real y[3];
    Real w[3] = der(y);
    Real z[3];
    Real error = max(abs(z - y));
  initial equation
    z = y;
  equation
    der(z) = w;
  end Checked;
  model All
    model A extends Checked(y = elementary(v)); end A;
    model B extends Checked(y = two(v)); end B;
    model C extends Checked(y = powers(v)); end C;
    model D extends Checked(y = quotients(v)); end D;
    model E extends Checked(y = unit(v)); end E;
    model F extends Checked(y = smoothed(v)); end F;
    model G extends Checked(y = folds(v)); end G;
    model H extends Checked(y = elements(v)); end H;
    model I extends Checked(y = declared(v)); end I;
    model J extends Checked(y = matrices(v)); end J;
    model K extends Checked(y = anySize(v)); end K;
    model L extends Checked(y = shifted(v)); end L;
    A a; B b; C c; D d; E e; F f; G g; H h; I i; J j; K k; L l;
    Real worst = max({a.error, b.error, c.error, d.error, e.error, f.error, g.error, h.error, i.error, j.error, k.error, l.error});
    Integer largest = if worst < 1e-4 then 0 else 1;
  end All;
end ArrayFunctions;
