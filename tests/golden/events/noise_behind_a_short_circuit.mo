// stage: simulate
// options: --stop 2 --intervals 60 --tolerance 1e-8 --filter ^(n0|x0|v2)$
// final: n0 = 0
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5; --backend interp
// note: v2 falls below the bound while the short circuit lasts; it is computed from v1 times 1e9, and its noise of 1e-12 let the relation
// note: fall back and fire once more, which counted
model NoiseBehindAShortCircuit
  Real v0, v1, v2;
  Real x0(start = 0.1525277725414973, fixed = true);
  Integer n0(start = 0, fixed = true);
equation
  1.021215662623955*v0 + 2.352181866797657*(v0 - v1) + 0.6964463719085277*(v0 - v2) = 0.36916632403121197 - 0.2736236623762007*time;
  1.1891398744428823*v1 + 1.3587804574163664*v1^3 + 2.352181866797657*(v1 - v0)
    + (if time >= 1.2617994668991175 and time < 1.469970806622327 then 974462295.9144652 else 0)*v1 = -0.4760022625291165;
  1.6477438360277508*v2 + 0.7738848029638077*v2^3 + 0.6964463719085277*(v2 - v0) = 0.5110352039649442 + 1.2360222307815691*x0;
  der(x0) = if v0 > -0.5184565006722894 then -1.3798971369276418 else -1.565415582245528;
  when v2 > -0.6955447781629478 then
    n0 = pre(n0) + 1;
  end when;
end NoiseBehindAShortCircuit;
