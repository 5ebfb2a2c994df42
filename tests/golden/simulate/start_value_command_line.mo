// stage: simulate
// options: --set a.x.start=2 --set b.y0=2 --set "c[2].y.start=2" --stop 0.1
// note: what the command line gives counts most, directly or through a parameter
// final: a.y = 2
// final: b.x = 2
// final: z1 = 7
// final: z2 = 2
// message: its start value was given on the command line, this one in the model
// expect-note: StartValueNotUsed
// expect-note: StartValuesChosen
model M
  model Two
    parameter Real y0 = 5;
    Real x(start = 4);
    Real y(start = y0);
  equation
    x = y;
    der(y) = 0;
  end Two;
  Two a(y(start = 3)), b(x(start = 3));
  Two c[2](each x(start = 7));
  Real z1 = c[1].x, z2 = c[2].x;
end M;
