// stage: simulate
// options: --stop 10 --intervals 20 --tolerance 1e-8
// note: a capacitor behind a diode takes charge at the peaks of the source, 500 of them; exp(v/Vt) grows by (Is/(C*Vt))*T*I0(A/Vt) each time
// origin: closed form; I0(1/0.026) by its series
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method ida:dense
// final: v = 0.6045683043734927
// tolerance: 2e-4
model charging_pulses
  parameter Real Vt = 0.026, Is = 1e-12, C = 1e-4;
  Real u = sin(100*3.141592653589793*time), i = Is*exp((u - v)/Vt);
  Real v(start = 0, fixed = true);
equation
  C*der(v) = i;
end charging_pulses;
