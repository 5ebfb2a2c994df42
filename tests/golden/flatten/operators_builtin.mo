// stage: flatten
// model: M
// note: The built-in functions and operators on numbers; Integer and Real division; precedence in print.
model M
  Real x = time;
  Integer i = 7;
  Real a = abs(x) + sign(x) + sqrt(x) + x^2 - (-x);
  Real b = 7/2;
  Integer c = div(i, 2) + mod(i, 4) + rem(-i, 4) + integer(x);
  Real d = ceil(x) + floor(x);
  Real e = sin(x) + cos(x) + tan(x) + asin(x) + acos(x) + atan(x) + atan2(x, 2);
  Real f = sinh(x) + cosh(x) + tanh(x) + exp(x) + log(x) + log10(x);
  Real g = min(x, 2) + max(x, 3);
  Boolean h = not (x > 1 and x < 2 or x == 3) and i <> 4;
  Real j = if x > 1 then 1 elseif x > 0 then 2 else 3;
  Real k = delay(x, 0.1) + smooth(1, x*x) + noEvent(if x > 0 then x else 0);
  Real l = homotopy(actual = x^2, simplified = x) + semiLinear(x, 1, 2);
  Real m = x - (x - (x - 1)) - 2*(x + 1)/(x*3)/2;
  Real n = (-x)^2 - x^(-2) + (x^2)^3;
  Real o = -x*2 + 3*(-x);
end M;
