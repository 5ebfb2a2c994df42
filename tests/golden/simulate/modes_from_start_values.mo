// stage: simulate
// note: at the start the relations are false, as if the water were boiling: there its temperature hardly depends on the enthalpy, and the solution
//   is far beyond what the function of the liquid accepts; this is solved from the start value instead
// options: --stop 1 --tolerance 1e-8
// analytic: h = 4200*(20 + time)
// tolerance: 1e-6
// configs: --backend interp; --method inline:bdf; --method cvode
model ModesFromStartValues
  function temperature
    input Real h;
    input Integer phase;
    output Real T;
  algorithm
    if phase == 1 then
      assert(h > -1e6 and h < 1e6, "the enthalpy is out of range");
      T := h/4200 + 1e-12*h^2 - 1e-12*h^2;
    else
      T := 100 + 1e-12*h*abs(h);
    end if;
  end temperature;
  Real h(start = 1e5, nominal = 1e5);
  Integer phase(start = 2);
equation
  phase = if h < 420000 or h > 2000000 then 1 else 2;
  temperature(h, phase) = 20 + time;
end ModesFromStartValues;
