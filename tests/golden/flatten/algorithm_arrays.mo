// stage: flatten
// model: M
// note: Assignments to elements, slices, record members; loops over vectors; break.
record State
  Real x[3];
  Integer n;
end State;

function fill3
  input Real a;
  output State s;
protected
  Real t[3];
algorithm
  t[1] := a;
  t[2:3] := {2*a, 3*a};
  s.x := t;
  s.x[2] := 0;
  s.n := 0;
  for v in t loop
    if v > 5 then
      break;
    end if;
    s.n := s.n + 1;
  end for;
  for i in 3:-1:1, j in {1, 2} loop
    s.x[i] := s.x[i] + j;
  end for;
end fill3;

model M
  State s = fill3(time);
end M;
