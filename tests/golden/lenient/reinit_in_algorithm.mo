// stage: simulate
// options: --stop 2
// message: Modelica 3.6, 8.3.6
// configs: --method inline:bdf; --method dopri5; --backend interp
// analytic: x = 1 - time if time < 0.507 else 2.507 - time if time < 1.5 else 2.757 - (time - 1.5)
// analytic: y[1] = time if time < 1.5 else 7 + time - 1.5
// analytic: y[2] = 2*time if time < 1.5 else 8 + 2*(time - 1.5)
// analytic: k = 0 if time < 0.507 else 1 if time < 1.5 else 2
model ReinitInAlgorithm
  Real x(start = 1, fixed = true), y[2](each start = 0, each fixed = true);
  Integer k(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = {1, 2};
algorithm
  when x <= 0.493 and k == 0 then
    // expect-warning@+1: ReinitInAlgorithm
    reinit(x, 2);
    k := 1;
  elsewhen time >= 1.5 then
    k := pre(k) + 1;
    if k == 2 then
      // expect-warning@+1: ReinitInAlgorithm
      reinit(x, x + 1.75);
      // expect-warning@+1: ReinitInAlgorithm
      reinit(y, {7, 8});
    end if;
  end when;
end ReinitInAlgorithm;
