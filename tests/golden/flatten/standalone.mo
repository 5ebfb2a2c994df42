// stage: flatten
// model: P.M
// options: --standalone
// note: tests/tools/random_relatives.py simulates such texts of other models beside the models
package P
  type Color = enumeration(red, green);
  record Point
    Real x = 1;
    Real y[2] = {2, 3};
  end Point;
  function make
    input Real u;
    output Point p[2];
  algorithm
    p := {Point(u, {u, 2*u}), Point(y = {u, u})};
    for i in 1:2 loop
      p[i].x := p[i].x + i;
    end for;
  end make;
  function widths
    input Point p[:];
    output Real w[size(p, 1), 2];
  algorithm
    w := [p.x, p.x];
  end widths;
  model Part
    parameter Real 'a b' = 2;
    Color c = if time > 0.5 then Color.green else Color.red;
    Point q[2] = make(time);
    Point p = q[2];
    Real w[2, 2] = widths(q);
  end Part;
  model M
    Part part[2]('a b' = {1, 2});
    Real r = part[2].p.y[1] + part[1].w[2, 1] + part[2].'a b';
  end M;
end P;
