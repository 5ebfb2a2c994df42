// stage: simulate
// options: --stop 3 --tolerance 1e-8 --filter ^(b|u)$
// analytic: b = sin(time)/2
// analytic: u = sin(time) + 0.05*cos(time)
// tolerance: 1e-6
// configs: --method inline:bdf; --method inline:radau5; --method auto; --backend interp
// note: what parameters switch off is not there: b is no state without its derivative, and u is not what the output of the lag says it is, but what it must be
// note: for that output. Both were taken from the branches that are not chosen, and ended in singular systems.
model SwitchesOfParameters
  parameter Boolean eddyCurrents = false;
  Real b, h = sin(time);
  block Lag
    parameter Real T = 0.05 annotation(Evaluate = true);
    Real limit = T;
    Real u, y, x;
  equation
    T*der(x) = u - x;
    if abs(limit) <= 1e-15 then
      y = u;
    else
      y = x;
    end if;
  end Lag;
  Lag lag;
  Real u = lag.u;
equation
  h = 2*b + (if eddyCurrents then 0.1*der(b) else 0);
  lag.y = sin(time);
end SwitchesOfParameters;
