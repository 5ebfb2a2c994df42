// stage: simulate
// note: A record of a function starts with the values of its class and of its declaration (12.4.4), nested and in arrays.
// final: r.a.x = 5
// final: r.a.y = 2
// final: r.n = 3
// analytic: first = time
// analytic: second = 2
// analytic: third = 7
// options: --stop 2
record P
  Real x = 1;
  Real y = 2;
end P;

record Q
  P a(x = 5);
  P b[2](y = {2, 7});
  Real free;
  Integer n = 2;
end Q;

function make
  input Real k;
  output Q q(a(y = k));
algorithm
  q.b[1].x := k;
  q.n := 3;
end make;

model M
  Q r = make(time);
  Real first = r.b[1].x;
  Real second = r.b[1].y;
  Real third = r.b[2].y;
  Real free = r.free;
end M;
