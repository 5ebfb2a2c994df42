// stage: simulate
// options: --stop 1
// model: Selections.All
// note: elements and fields of expressions in parentheses (Modelica 3.7, A.2.7)
// analytic: element = 2 * time
// analytic: last = 3
// analytic: part = 5
// analytic: field = 7 * time
// analytic: matrix = 4
// analytic: inFunction = 3 * time
// analytic: first = time
package Selections
  record R
    Real a;
    Real b[2];
  end R;
  function vector
    input Real u;
    output Real y[2] = {u, 2*u};
    output Real z = 9;
  algorithm
  end vector;
  function record1
    input Real u;
    output R r(a = u, b = {7*u, 8*u});
  algorithm
  end record1;
  function inside
    input Real u;
    output Real y;
  algorithm
    y := (vector(u))[1] + (vector(u) + zeros(2))[end];
  end inside;
  model All
    Real element = (vector(time))[2];
    Real last = ({1, 2, 3})[end];
    Real part = sum(({1, 2, 3})[2:end]);
    R r = record1(time);
    Real field = ((record1(time)).b)[1];
    Real matrix = ([1, 2; 3, 4])[2, 2];
    Real inFunction = inside(time);
    Real first = (record1(time)).a;
  end All;
end Selections;
