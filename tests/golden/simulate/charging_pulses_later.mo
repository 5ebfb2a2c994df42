// stage: simulate
// options: --stop 10 --intervals 20 --tolerance 1e-8
// note: the source of charging_pulses is switched on by an event, from 1e-3 V to 1 V: what was known of it before counts no more; it is one that hardly moved
// origin: closed form; I0(1/0.026) by its series
// configs: --method ida; --method cvode; --method inline:radau5; --method inline:sdirk4
// final: v = 0.5865464776810067
// tolerance: 2e-4
model charging_pulses_later
  parameter Real Vt = 0.026, Is = 1e-12, C = 1e-4;
  discrete Real A(start = 1e-3, fixed = true);
  Real u = A*sin(100*3.141592653589793*time), i = Is*exp((u - v)/Vt);
  Real v(start = 0, fixed = true);
equation
  C*der(v) = i;
  when time >= 5 then
    A = 1;
  end when;
end charging_pulses_later;
