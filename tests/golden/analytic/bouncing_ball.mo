// stage: simulate
// options: --stop 1.5
// follows: 50 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4; --method rk4 --step 0.01; --method rk4 --step 0.01 --backend interp
// final: t1 = sqrt(2/9.81)
// final: t2 = sqrt(2/9.81)*2.6
// final: bounces = 2
// analytic: h = 1 - 4.905*time^2 if time < sqrt(2/9.81) else 0.8*sqrt(2*9.81)*(time - sqrt(2/9.81)) - 4.905*(time - sqrt(2/9.81))^2 if time < 2.6*sqrt(2/9.81) else 0.64*sqrt(2*9.81)*(time - 2.6*sqrt(2/9.81)) - 4.905*(time - 2.6*sqrt(2/9.81))^2
// note: Dropped from height 1: impacts at t1 = sqrt(2/g) and t2 = t1*(1 + 2*0.8).
model Ball
  parameter Real g = 9.81, e = 0.8;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Integer bounces(start = 0, fixed = true);
  discrete Real t1(start = 0, fixed = true), t2(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
    t1 = if bounces == 1 then time else pre(t1);
    t2 = if bounces == 2 then time else pre(t2);
  end when;
end Ball;
