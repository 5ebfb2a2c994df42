// stage: simulate
// options: --stop 1 --strict
// model: Uses
// expect-warning: MissingRedeclare
// message: write 'redeclare' before it
// analytic: y = 2 * time
model Base
  replaceable model M
    Real x = time;
  end M;
  M m;
end Base;
model Uses
  extends Base;
  model extends M
    Real z = 2*x;
  end M;
  Real y = m.z;
end Uses;
