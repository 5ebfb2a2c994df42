// stage: flatten
// model: M
// note: How numbers and strings are printed: shortest form that reads back the same, Integer as Integer.
model M
  parameter Real a = 1e-300;
  parameter Real b = 0.1 + 0.2;
  parameter Real c = 123456789012;
  parameter Real d = 1.0E+3;
  parameter Integer e = 2147483647;
  parameter Integer f = -5;
  parameter Real g = 1/3;
  parameter String h = "ünïcode \t tab \\ backslash";
  parameter Real i = 0.5e1;
  constant Real j = 1/3;
  constant Real k = 2^0.5;
  Real x = a + b + c + d + e + f + g + i + j + k;
end M;
