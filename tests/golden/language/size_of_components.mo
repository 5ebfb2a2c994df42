// stage: simulate
// options: --stop 1 --intervals 2
// note: Arrays of components have sizes, although models have no values.
// final: sizes[1] = 3
// final: sizes[2] = 2
// final: sizes[3] = 2
// final: sizes[4] = 2
// final: sizes[5] = 0
// final: sizes[6] = 1
// final: p[3].y = 3
model SizeOfComponents
  model Zone
    Real y;
  end Zone;
  model House
    Zone room[2];
  end House;
  connector Port
    Real v;
    flow Real i;
  end Port;
  parameter Integer n = 3;
  Zone p[n];
  Zone grid[2, n];
  House house[2];
  Zone none[0];
  Zone one;
  Real x[size(p, 1)] = {2*i for i in 1:size(p, 1)};
  Real sizes[6] = {size(p, 1), size(grid)*{1, 0}, size(house.room, 2), ndims(grid[:, 1:2]), size(none, 1), ndims(house[1].room)};
equation
  for i in 1:size(p, 1) loop
    p[i].y = x[i]/2;
  end for;
  for i in 1:size(grid, 1), j in 1:size(grid, 2) loop
    grid[i, j].y = i + j;
  end for;
  for i in 1:size(house, 1), j in 1:size(house.room, 2) loop
    house[i].room[j].y = i*j;
  end for;
  one.y = 1;
end SizeOfComponents;
