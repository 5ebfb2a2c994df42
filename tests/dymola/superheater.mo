// superheater.dym by hand.
model superheater
  parameter Real W = 1, hin = 2, V = 3, a = 5, c = 0.1;
  Real E(start = 13.5), h(start = 1), r(start = 5);
equation
  der(E) = 1 + sin(time) - W*(h - hin);
  E = V*r*h;
  r = a - c*h^2;
end superheater;
