// stage: check
// model: M
// options: --set p
// exit: 2
model M
  parameter Real p = 1;
end M;
