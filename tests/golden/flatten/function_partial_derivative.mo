// stage: flatten
// model: M
// note: Functions defined as partial derivatives (12.7.2): of one assignment, of loops and conditions, of a function that calls another, a second derivative, and through the annotation of an external function.
function f
  input Real x;
  input Real y;
  output Real z;
algorithm
  z := x^2*y;
end f;
function fx = der(f, x);
function fxy = der(f, x, y);

function power
  input Real x;
  input Integer n;
  output Real p = 1;
protected
  Real factors[n];
algorithm
  for i in 1:n loop
    factors[i] := if i > 2 then x else 2*x;
  end for;
  for i in 1:n loop
    if factors[i] > 100 then
      p := p*100;
    else
      p := p*factors[i];
    end if;
  end for;
end power;
function powerx = der(power, x);

function g
  input Real x;
  output Real y;
protected
  Real s = sin(x);
algorithm
  y := f(s, x) + exp(-x);
end g;
function dg = der(g, x);

function h
  input Real x;
  output Real y;
  external "C" y = h(x);
  annotation(derivative = hder);
end h;
function hder
  input Real x;
  input Real dx;
  output Real dy;
  external "C" dy = hder(x, dx);
end hder;
function hx = der(h, x);

model M
  Real a = fx(time, 2);
  Real b = fxy(time, 2);
  Real c = powerx(time, 3);
  Real d = dg(time);
  Real e = hx(time);
end M;
