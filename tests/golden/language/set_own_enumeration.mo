// stage: simulate
// options: --set e=E.c --set n=size(w,1)+1
// note: values on the command line see what the text of the model sees: its own enumerations and constants
// final: k = 3
// final: x = 3
// final: y = 4
model SetOwnEnumeration
  type E = enumeration(a, b, c);
  parameter E e = E.a;
  parameter Integer n = 0;
  constant Real w[3] = {1, 2, 3};
  Integer k = Integer(e);
  Real x(start = 0, fixed = true);
  Real y = n;
equation
  der(x) = k;
end SetOwnEnumeration;
