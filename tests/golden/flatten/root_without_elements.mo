// stage: simulate
// model: RootWithoutElements
// options: --stop 1
// analytic: a.x = 5
// analytic: a.y = 7
// A connector whose reference angles have no elements, as that of a direct current, takes no part in the connection graph: isRoot
// and rooted are false.
connector Terminal
  parameter Integer m = 0;
  Real v;
  flow Real i;
  Real theta[m];
end Terminal;

model Source
  Terminal t(m = 0);
  Real x, y;
equation
  Connections.potentialRoot(t.theta);
  x = if Connections.isRoot(t.theta) then 4 else 5;
  y = if Connections.rooted(t.theta) then 6 else 7;
  t.v = 1;
end Source;

model RootWithoutElements
  Source a;
end RootWithoutElements;
