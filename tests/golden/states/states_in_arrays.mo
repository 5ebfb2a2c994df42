// stage: simulate
// options: --stop 0.85 --intervals 17
// configs: --backend interp
// note: states that are elements of an array, transitions in a loop and in an if-equation that is decided at translation; arrays and records
// note: as outer outputs. k is the tick; the states follow each other in a ring of three. By hand: state i adds i to element i
// analytic: total[1] = [1, 1, 1, 2, 2, 2, 3, 3, 3][floor(time/0.1 + 1e-9)]
// analytic: total[2] = [0, 2, 2, 2, 4, 4, 4, 6, 6][floor(time/0.1 + 1e-9)]
// analytic: total[3] = [0, 0, 3, 3, 3, 6, 6, 6, 9][floor(time/0.1 + 1e-9)]
// analytic: pair.first = [1, 2, 3, 1, 2, 3, 1, 2, 3][floor(time/0.1 + 1e-9)]
// analytic: pair.second = [0.5, 1, 1.5, 0.5, 1, 1.5, 0.5, 1, 1.5][floor(time/0.1 + 1e-9)]
model StatesInArrays
  record Pair
    Integer first;
    Real second;
  end Pair;
  block S
    parameter Integer i = 1;
    outer output Real total[3];
    outer output Pair pair;
  equation
    for j in 1:3 loop
      total[j] = previous(total[j]) + (if j == i then j else 0);
    end for;
    pair = Pair(i, 0.5*i);
  end S;
  S s[3](i = 1:3);
  inner Real total[3](each start = 0);
  inner Pair pair;
  parameter Boolean ring = true;
  Boolean go = sample(true, Clock(1, 10));
equation
  initialState(s[1]);
  for j in 1:2 loop
    transition(s[j], s[j + 1], go);
  end for;
  if ring then
    transition(s[3], s[1], go);
  end if;
end StatesInArrays;
