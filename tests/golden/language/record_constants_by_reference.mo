// stage: simulate
// model: P.M
// options: --stop 1 --intervals 2
// note: A record that is given by its name gives its constant fields, too; a weaker value of the whole record, of another size, has no part in it.
// final: direct[1] = 1
// final: direct[2] = 10
// final: several[1,1] = 1
// final: several[1,2] = 10
// final: several[2,1] = 10
// final: several[2,2] = 3
// final: each_[1] = 10
// final: each_[2] = 10
// final: again[1] = 1
// final: again[2] = 10
// final: element = 10
// final: thickness = 7
// configs: --backend interp
package P
  record Material
    parameter Real x = 1;
    constant Boolean melts = false;
  end Material;
  record Wax
    extends Material(x = 3, melts = true);
  end Wax;
  record Layers
    parameter Integer n(min = 1) = 1;
    parameter Material material[n];
  end Layers;
  record Wall
    parameter Layers layers;
    parameter Real A = 0;
  end Wall;
  record Walls
    parameter Wall wall[2](each A = 0, each layers = nothing);
    parameter Layers nothing(n = 1, material = {Material()});
  end Walls;
  function heat "10 for what melts, else its x"
    input Boolean melts;
    input Real x;
    output Real y;
  algorithm
    y := if melts then 10 else x;
  end heat;
  model Room
    extends Walls;
    Real y = sum(wall[1].layers.material.x);
  end Room;
  model M
    parameter Layers first(n = 2, material = {Material(x = 1), Material(x = 4, melts = true)});
    parameter Layers second(n = 2, material = {Wax(), Material(x = 3)});
    parameter Layers long(n = 3, material = {Material(x = 1), Material(x = 2), Wax(x = 4)});
    Wall d(layers = first);
    Wall f[2](layers = {first, second});
    Wall g[2](each layers = first);
    Wall h = d;
    Layers list[2] = {first, second};
    Wall l(layers = list[2]);
    Room room(wall(layers = {long, long}, A = {1, 2}));
    Real direct[2] = {heat(d.layers.material[i].melts, d.layers.material[i].x) for i in 1:2};
    Real several[2, 2] = {{heat(f[j].layers.material[i].melts, f[j].layers.material[i].x) for i in 1:2} for j in 1:2};
    Real each_[2] = {heat(g[j].layers.material[2].melts, 0) for j in 1:2};
    Real again[2] = {heat(h.layers.material[i].melts, h.layers.material[i].x) for i in 1:2};
    Real element = heat(l.layers.material[1].melts, 0);
    Real thickness = room.y;
  end M;
end P;
