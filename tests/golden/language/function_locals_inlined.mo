// stage: simulate
// model: P.M
// options: --stop 1 --intervals 2
// note: Functions of one assignment that use their result, or locals declared later; arrays of records of open size
//   have the defaults of their class; arguments of unknown size are mapped over with others.
// final: same.x[1] = 7
// final: same.x[2] = 8
// final: swapped[1].x[1] = 1
// final: swapped[2].x[2] = 4
// final: k = 1
// final: later.x[2] = 6
// final: filled[3].x[1] = 1
// final: filled[3].x[2] = 2
// final: grid[2,1].x[2] = 2
// analytic: mapped[2] = 2*time
// final: none = 0
// configs: --backend interp; --disable-pass=compileFunctions
package P
  record R
    Real x[2] = {1, 2};
  end R;
  function same
    input R u;
    output R y = u;
  algorithm
    y := y;
  end same;
  function swapped
    input Real u;
    output R y[2](x = [3, 4; 1, 2]);
  protected
    R z[2] = {y[2], y[1]};
  algorithm
    y := z;
  end swapped;
  function later
    input Real u;
    output R y;
  protected
    R a = b;
    R b = R(u*{2, 3});
  algorithm
    y := a;
  end later;
  function filled
    input Integer n;
    output R y[n];
  algorithm
  end filled;
  function grid
    input Real u[:, :];
    output R y[size(u, 1), size(u, 2)];
  algorithm
  end grid;
  function add
    input Real a;
    input Real b;
    output Real y = a + b;
  algorithm
  end add;
  function mapped
    input Real u;
    output Real y[:] = {u, u};
  algorithm
    y := add(y, {0, u});
  end mapped;
  function empty
    input Integer n;
    output Real y = sum(n:2:2);
  algorithm
    annotation(Inline = true);
  end empty;
  model M
    R same = P.same(R({7, 8}));
    R swapped[2] = P.swapped(time);
    constant R kept[2] = P.swapped(1);
    Real k = kept[1].x[1];
    R later = P.later(2);
    R filled[3] = P.filled(3);
    R grid[2, 1] = P.grid([1; time]);
    Real mapped[2] = P.mapped(time);
    Real none = P.empty(3);
  end M;
end P;
