// stage: simulate
// options: --method inline:bdf --start-up runge-kutta --stop 3.2
// follows: 50 1e-4 1e-6 1e-8
// final: bounces = 7
// final: last = sqrt(2/9.81)*(1 + 2*0.8*(1 - 0.8^6)/0.2)
// assert: steps_rejected <= 5
// note: The impacts are at sqrt(2/g)*(1 + 2*(e + e^2 + ...)).
model StartUpBall
  parameter Real g = 9.81, e = 0.8;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
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
end StartUpBall;
