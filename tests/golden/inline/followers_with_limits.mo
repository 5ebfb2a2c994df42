// stage: simulate
// options: --method inline:bdf --stop 0.05 --tolerance 1e-6
// final: v[1] = -3.603814500231329
// final: v[3] = -4.825408056156172
// final: u[4] = -4.825086383730588
// configs: --method ida; --method inline:radau5; --method auto
// origin: ida with tolerance 1e-10
// note: voltage followers between the cells of a filter. Iterated at der(v) the first did not come to an end within a minute.
model FollowersWithLimits
  parameter Integer n = 3;
  parameter Real R = 1e3, C = 1e-6, V0 = 15000, Vmax = 10;
  Real v[n](each start = 0, each fixed = true), u[n + 1];
equation
  u[1] = 8*sin(2*3.14159265358979*100*time);
  for k in 1:n loop
    C*der(v[k]) = (u[k] - v[k])/R - (v[k] - u[k + 1])/(100*R);
    u[k + 1] = smooth(0, noEvent(if V0*(v[k] - u[k + 1]) > Vmax then Vmax
      elseif V0*(v[k] - u[k + 1]) < -Vmax then -Vmax else V0*(v[k] - u[k + 1])));
  end for;
end FollowersWithLimits;
