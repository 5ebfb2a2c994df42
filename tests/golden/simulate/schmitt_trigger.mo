// stage: simulate
// note: Of the three solutions at the start (0 and the two limits) homotopy chooses the lower limit.
// options: --stop 0.7 --tolerance 1e-6
// analytic: y = -1
// configs: --backend interp; --method cvode
model SchmittTrigger
  Real u "input, from -1 to 0.4";
  Real x(start=0, fixed=true);
  Real e "difference of the inputs of the amplifier";
  Real y "output";
equation
  der(x) = 1;
  u = x*2 - 1;
  e = u + 0.5*y;
  y = homotopy(actual=smooth(0, noEvent(if 1e4*e > 1 then 1 elseif 1e4*e < -1 then -1 else 1e4*e)), simplified=-1);
end SchmittTrigger;
