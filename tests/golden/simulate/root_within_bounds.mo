// stage: simulate
// note: Of several solutions the one within the bounds of the unknown is meant, where the start value lies within them. Newton's method went to a negative concentration.
// configs: --backend interp; --method inline:bdf
// analytic: charge = 0
// analytic: positive = 1
// analytic: x = (sqrt(9 + 16*(1 + time)) - 3)/2
model RootWithinBounds "Titration of acetic acid"
  Real h(start = 1e-7, min = 0, nominal = 1e-7), oh, na, ac, hac, pH, charge, positive;
  Real x(start = 0.1, min = 0), y;
equation
  na = 0.1*time;
  ac + hac = 0.05;
  h*ac = 1.8e-5*hac;
  h*oh = 1e-14;
  h + na = ac + oh;
  pH = -log10(h);
  charge = h + na - ac - oh;
  positive = if noEvent(h > 0) then 1 else 0;
  x*(x + 3) = y;
  y = 4*(1 + time);
  annotation(experiment(StopTime = 0.4));
end RootWithinBounds;
