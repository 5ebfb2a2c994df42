// stage: check
// message: there are 2 equations for only 1 unknown \(v\)
// message: 'v' is a state, because der\(v\) is used: a when-equation sets it with 'reinit\(v
// expect-error@+1: Unbalanced
model Ball
  Real h(start = 1), v;
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    v = -0.8*pre(v);
  end when;
end Ball;
