// stage: simulate
// options: --stop 10 --intervals 20 --tolerance 1e-7 --filter ^[xz]$
// note: a pulse of 10 ms in 10 s that a function of the model gives, and one behind a nonlinear equation, y + y^3 = p with p = s + s^3
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5; --method inline:sdirk4
// final: x = 0.01*sqrt(pi)
// final: z = 0.01*sqrt(pi)
// tolerance: 2e-3
model pulse_in_a_function
  function pulse
    input Real t, middle, width;
    output Real y;
  protected
    Real s;
  algorithm
    s := (t - middle)/width;
    if abs(s) < 20 then
      y := exp(-s^2);
    else
      y := 0;
    end if;
  end pulse;
  Real x(start = 0, fixed = true), z(start = 0, fixed = true), y(start = 0);
  Real s = exp(-((time - 7.77)/0.01)^2);
equation
  der(x) = pulse(time, 5.123, 0.01);
  y + y^3 = s + s^3;
  der(z) = y;
end pulse_in_a_function;
