// stage: flatten
// model: M
// note: An if-equation with a known condition keeps one branch; otherwise it stays as a whole.
model M
  parameter Boolean fast = true;
  final parameter Integer kind = 2;
  constant Boolean useExtra = false;
  Real x, y, z;
  Real w if useExtra;
equation
  if kind == 1 then
    x = 1;
  elseif kind == 2 then
    x = 2*time;
  else
    x = 3;
    y = 7;
  end if;
  if fast then
    der(y) = 10;
  else
    der(y) = 1;
  end if;
  if time > 1 then
    z = 1;
  elseif y > 2 then
    z = 2;
  else
    z = 3;
  end if;
  if useExtra then
    w = 1;
  end if;
end M;
