// stage: simulate
// options: --stop 20 --tolerance 1e-6 --intervals 400 --filter ^(x1|u)$
// note: a weakly damped loop with a sampled controller: the errors of 400 starts add up. With starts of low order 4e-5 and 6774 steps
// final: x1 = 1.1460101017
// final: u = 0.7038415237
// origin: the exact solution between samples, exp(A*T), in double precision (numpy); inline:radau5 and dopri5 at 1e-10 agree
// tolerance: 1e-6
// configs: --method dopri5
// assert: steps_accepted < 2000
model sampled_loop "PI controller with sampling time T for an oscillator"
  parameter Real T = 0.05;
  Real x1(start = 0, fixed = true);
  Real x2(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
  discrete Real sum(start = 0, fixed = true);
equation
  der(x1) = x2;
  der(x2) = -x1 - 0.4*x2 + u;
  when sample(0, T) then
    sum = pre(sum) + T*(1 - x1)*0.6;
    u = 2*(1 - x1) + sum;
  end when;
end sampled_loop;
