// stage: simulate
// note: Assignments to slices in algorithms of a model: all elements at once, with subscripts that are known or not.
// options: --stop 1
// final: v1 = 8
// final: v2 = 7
// final: v3 = 9
// final: total = 61
// final: last = 0.5
// final: w2 = 0.5
// configs: --backend interp; --disable-pass=compileFunctions
model M
  Real v[3], v1 = v[1], v2 = v[2], v3 = v[3];
  Real m[3, 2];
  Integer k = if time < 2 then 2 else 3;
  Real z(start = 0, fixed = true);
  discrete Real w[3](each start = 0, each fixed = true), w2 = w[2], last = w[3];
  Real total;
equation
  der(z) = 1;
algorithm
  v := {7, 8, 0};
  v[1:2] := {v[2], v[1]};
  v[3:3] := {9};
algorithm
  m := zeros(3, 2);
  m[:, 1] := {7, 8, 9};
  m[2, :] := {5, 6};
  m[{3, 1}, 2] := {1, 2};
  m[k, 1] := 12;
  m[k, :] := m[k, :] + {1, 1};
  for i in 1:3 loop
    m[i, :] := m[i, :] + {i, i};
  end for;
  m[3] := {10, 12};
  // {{8, 3}, {15, 9}, {10, 12}}
  total := sum(m) + 4;
algorithm
  when z > 0.5 then
    w[1] := 1;
    w[2:3] := {z, z};
  end when;
end M;
