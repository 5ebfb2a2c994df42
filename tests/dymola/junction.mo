// junction.dym by hand.
model junction
  parameter Real k1 = 0.7, k2 = 2, k3 = 0.1, k4 = 0.2, k5 = 0.001, k6 = 0.01, k7 = 0.003;
  Real qc(start = 1.7), ud(start = 0.1), id;
equation
  der(qc) = 0.1*cos(time);
  qc = k2*(k1 - ud)^0.5 + k3*id + k4;
  id = k5*exp(ud) + k6*ud + k7;
end junction;
