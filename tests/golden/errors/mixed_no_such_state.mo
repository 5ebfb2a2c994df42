// stage: structure
// options: --method inline:mixed --explicit ^z$
// exit: 2
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
