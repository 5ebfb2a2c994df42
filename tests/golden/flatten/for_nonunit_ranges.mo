// stage: flatten
// model: M
// note: Loops over enumerations, Booleans, parameter vectors and real ranges; loop variables in subscripts and names.
type Axis = enumeration(x, y, z);

model M
  Real p[Axis], q[Boolean], r[3], s[5];
  parameter Integer order[3] = {3, 1, 2};
equation
  for a in Axis loop
    p[a] = Integer(a)*time;
  end for;
  for b in Boolean loop
    q[b] = if b then time else -time;
  end for;
  for k in order loop
    r[k] = k*time;
  end for;
  for i in 1:2:5 loop
    s[i] = i;
  end for;
  for i in Axis.x:Axis.y loop
    s[2*Integer(i)] = p[i];
  end for;
end M;
