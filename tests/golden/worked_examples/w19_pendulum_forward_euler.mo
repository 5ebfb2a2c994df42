// stage: simulate
// options: --method euler --step 0.01 --stop 10
// assert: final.E > -6.9367 + 2
// note: W19, forward Euler gains energy (Fig. 8.28); E begins at -9.81*cos(pi/4) = -6.9367.
model W19
  Real phi(start = 0.7853981633974483, fixed = true), w(start = 0, fixed = true);
  Real E = 0.5*w^2 - 9.81*cos(phi);
equation
  der(phi) = w;
  der(w) = -9.81*sin(phi);
end W19;
