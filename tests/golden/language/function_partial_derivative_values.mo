// stage: simulate
// model: M
// options: --stop 2
// note: Partial derivatives of functions (12.7.2) against those by hand.
// analytic: a = 4*time
// analytic: b = 2*time
// analytic: c = 12*time^2
// analytic: d = 2*sin(time)*cos(time)*time + sin(time)^2 - exp(-time)
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

model M
  Real a = fx(time, 2);
  Real b = fxy(time, 2);
  Real c = powerx(time, 3);
  Real d = dg(time);
end M;
