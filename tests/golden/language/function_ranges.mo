// stage: simulate
// model: P.M
// options: --stop 2 --intervals 2
// note: Ranges are vectors like others inside functions.
// analytic: joined = 9 + time
// analytic: dot = 14 + time
// analytic: columns = 10 + time
// analytic: called = 6 + time
// final: chosen[1] = 3
// final: chosen[2] = 4
// analytic: scaled = 2*time*(1 + 3 + 5)
// final: sizes = 23
// analytic: real = time*(0 + 0.5 + 1)
// final: empty = 5
// final: down = 321
// final: extremes = 7 - 2
// final: product = 1*2*3*4
// final: moving = 3 + 4 + 5
// final: matrix = 20
// final: enumerated = 2 + 3
// final: picked = 20 + 30
// final: twice = 10
// configs: --backend interp; --disable-pass=compileFunctions
package P
  type E = enumeration(a, b, c);
  function g
    input Real v[:];
    output Real y = sum(v);
  algorithm
  end g;
  function joined
    input Real u;
    output Real y = sum(cat(1, 2:4, {u}));
  algorithm
  end joined;
  function dot
    input Real u;
    output Real y = (1:3)*(1:3) + u;
  algorithm
  end dot;
  function columns
    input Real u;
    output Real y = sum([1:2, 3:4]) + u;
  algorithm
  end columns;
  function called
    input Real u;
    output Real y = g(1:3) + u;
  algorithm
  end called;
  function chosen
    input Real u;
    output Real y[2] = {1, 2};
  algorithm
    y := if u > 1 then 3:4 else y;
  end chosen;
  function scaled
    input Real u;
    output Real y = sum(2*(1:2:5)*u);
  algorithm
  end scaled;
  function sizes
    input Real u;
    output Integer y;
  protected
    Integer s[:] = size([1, 2, 3; u, 5, 6]);
  algorithm
    y := 10*s[1] + s[2];
  end sizes;
  function real
    input Real u;
    output Real y = (0:0.5:1)*fill(u, 3);
  algorithm
  end real;
  function empty
    input Real u;
    output Real y = sum(3:2) + sum(cat(1, 5:4, {5})) + 0*u;
  algorithm
  end empty;
  function down
    input Real u;
    output Real y = (3:-1:1)*{100, 10, 1} + 0*u;
  algorithm
  end down;
  function extremes
    input Real u;
    output Real y = max(3:7) - min(2:9) + 0*u;
  algorithm
  end extremes;
  function rangeProduct
    input Real u;
    output Real y = product(1:4) + 0*u;
  algorithm
  end rangeProduct;
  function moving
    input Integer i;
    output Real y = sum(i:i + 2);
  algorithm
  end moving;
  function matrix
    input Real u;
    output Real y;
  protected
    Real A[2, 2] = transpose([1:2, 3:4]) + {1:2, 3:4};
  algorithm
    y := sum(A) + 0*u;
  end matrix;
  function enumerated
    input Real u;
    output Real y = 0*u;
  algorithm
    for e in E.b:E.c loop
      y := y + Integer(e);
    end for;
  end enumerated;
  function picked
    input Real v[3];
    output Real y = sum(v[2:3]);
  algorithm
  end picked;
  // the values of a loop are those at its beginning
  function twice
    input Real u;
    output Real y = 0*u;
  protected
    Real v[4] = {1, 2, 3, 4};
  algorithm
    for x in v loop
      v := fill(100, 4);
      y := y + x;
    end for;
  end twice;
  model M
    Real joined = P.joined(time);
    Real dot = P.dot(time);
    Real columns = P.columns(time);
    Real called = P.called(time);
    Real chosen[2] = P.chosen(time);
    Real scaled = P.scaled(time);
    Real sizes = P.sizes(time);
    Real real = P.real(time);
    Real empty = P.empty(time);
    Real down = P.down(time);
    Real extremes = P.extremes(time);
    Real product = P.rangeProduct(time);
    Real moving = P.moving(if time > 0.5 then 3 else 1);
    Real matrix = P.matrix(time);
    Real enumerated = P.enumerated(time);
    Real picked = P.picked({10, 20, 30 + 0*time});
    Real twice = P.twice(time);
  end M;
end P;
