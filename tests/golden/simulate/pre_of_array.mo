// stage: simulate
// model: PreOfArray
// options: --stop 1
// note: pre, edge and change of arrays in algorithms are those of the elements; arrays of arrays too.
// final: count = 1
// final: any = 1
// final: before = 1
// final: total = 11
// final: slope = 5
// configs: --backend interp
model PreOfArray
  function anyTrue
    input Boolean b[:];
    output Boolean y = false;
  algorithm
    for i in 1:size(b, 1) loop
      y := y or b[i];
    end for;
  end anyTrue;
  Boolean b[2] = {time > 0.25, time > 0.75};
  discrete Integer m[2, 2](start = {{1, 2}, {3, 4}}, each fixed = true);
  discrete Integer count(start = 0, fixed = true);
  discrete Boolean any(start = false, fixed = true);
  discrete Boolean before(start = false, fixed = true);
  Integer total;
  Real x[2](each start = 0, each fixed = true);
  Real slope;
equation
  der(x) = {2, 3};
algorithm
  when b[2] then
    count := if anyTrue(edge(b)) and anyTrue(change(b)) then 1 else 2;
    any := anyTrue(pre(b));
    before := not anyTrue({pre(b[2])});
  end when;
algorithm
  when b[1] then
    m := pre(m) + {{0, 0}, {1, 0}};
  end when;
  total := sum(m);
algorithm
  slope := sum(der(x));
end PreOfArray;
