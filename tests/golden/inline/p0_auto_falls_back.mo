// stage: simulate
// options: --method auto --tolerance 1e-8
// tolerance: 1e-3
// analytic: v = 10*cos(2000*pi*time)
// assert: method == "auto" and chosen_method == "inline:bdf" and fell_back_at is not None and fell_back_at < 1e-4
// configs: --backend interp
// note: an oscillator with an amplifier of large gain and a limiter. The hint has the inlined system iterated at der(v), from which the
// note: voltage at the amplifier follows with errors that reach the limits: its steps cannot be solved again and again, and ida takes over.
// note: Without the hint: limiter_in_loop.mo.
model AutoFallsBack
  constant Real pi = 3.141592653589793;
  parameter Real L = 0.001, C = 1/((2*pi*1000)^2*L), R = 1e4, V0 = 15000;
  Real v(start = 10, fixed = true), i(start = 0, fixed = true), vin, vout, ir, vr;
equation
  vin = v - vout/1.001;
  vout = smooth(0, noEvent(if V0*vin > 15 then 15 elseif V0*vin < -15 then -15 else V0*vin)) + residue(der(v));
  vr = R*ir;
  vr = vout - v;
  C*der(v) = ir - i;
  L*der(i) = v;
  annotation(experiment(StopTime = 0.01));
end AutoFallsBack;
