// stage: simulate
// model: Ball
// options: --stop 1.5 --tolerance 1e-8
// final: bounces = 2
// final: last = 1.1739614
// tolerance: 1e-6
// configs: --backend interp; --method cvode; --method dopri5
// exit: 0
// note: The first bounce is at t1 = sqrt(2*h0/g) = 0.4515236, the second at t1*(1 + 2*0.8) = 1.1739614.
model Ball
  parameter Real g = 9.81;
  parameter Real e = 0.8;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  discrete Integer bounces(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
    last = time;
  end when;
end Ball;
