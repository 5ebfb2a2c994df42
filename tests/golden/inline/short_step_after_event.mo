// stage: simulate
// options: --method inline:bdf
// note: the curve of i1 jumps by 1.6e-9 at its corner. The step after the event is short, so that its states do not need exact derivatives,
//   but the relation follows from these: with the Jacobian of before the event it was seen crossed again in 400 steps.
// assert: state_events < 100
// tolerance: 1e-3
// configs: --method ida; --method cvode; --method inline:radau5; --method inline:sdirk4; --method inline:trapezoid; --method inline:am3; --method inline:bdf --backend interp
model ShortStepAfterEvent
  Real v0(start=0), i0, q0(start=-0.424833, fixed=true);
  Real v1(start=0), i1, q1(start=0.141665, fixed=true);
  Real v2(start=0), i2, q2(start=0.127494, fixed=true);
  Real w0;
  Real w1;
  Real w2;
equation
  w0 = v0 - (3.62193*sin(3.84416*time));
  i0 = tanh(2.17939*w0) + 0.3452*w0;
  0 = i0 - i1 + 0.582057*(v0 - q0);
  der(q0) = 2.99513*(v0 - q0);
  w1 = v1 - v0;
  i1 = if w1 > 0.12705 then 0.0080149 + 1.78117*(w1 - 0.12705) else 0.0630846*w1;
  0 = i1 - i2 + 1.01799*(v1 - q1);
  der(q1) = 3.56927*(v1 - q1);
  w2 = v2 - v1;
  i2 = tanh(0.50943*w2) + 0.129685*w2;
  0 = i2 + 1.14732*(v2 - q2) + max(0, v2 - 0.988806);
  der(q2) = 1.93722*(v2 - q2);
  annotation(experiment(StopTime=4));
end ShortStepAfterEvent;
