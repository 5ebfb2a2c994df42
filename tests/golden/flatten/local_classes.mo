// stage: flatten
// model: M
// note: Classes inside a model: types, records, functions, models; quoted names.
model M
  type Level = enumeration(low, high);
  record Data
    Real a = 1;
    Level level = Level.high;
  end Data;
  function twice
    input Real x;
    output Real y = 2*x;
  algorithm
  end twice;
  model Part
    parameter Data d;
    Real y = twice(time)*d.a;
  end Part;
  Part p(d(a = 3));
  Part q(d = Data(4, Level.low));
  Real 'my variable' = p.y + q.y;
end M;
