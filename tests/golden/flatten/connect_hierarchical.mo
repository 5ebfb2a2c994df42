// stage: flatten
// model: M
// note: A connector of connectors, connected as a whole and in part; arrays of variables inside.
connector Pin
  Real v;
  flow Real i;
end Pin;

connector Plug
  Pin a, b;
  Real T[2];
  flow Real Q[2];
end Plug;

model Device
  Plug plug;
equation
  plug.a.v = time;
  plug.b.v = 2*plug.b.i;
  plug.T = {1, 2};
end Device;

model Load
  Plug plug;
equation
  plug.a.i = plug.a.v;
  plug.b.i = 3;
  plug.Q = plug.T;
end Load;

model Wire
  Pin p;
equation
  p.i = p.v;
end Wire;

model M
  Device d;
  Load l;
  Wire w;
equation
  connect(d.plug, l.plug);
  connect(w.p, d.plug.b);
end M;
