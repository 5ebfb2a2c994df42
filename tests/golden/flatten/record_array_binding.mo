// stage: flatten
// model: M
// note: Members of an array of records given to an array of components, and records as parameters.
record Data
  Real R = 1;
  Real L[2] = {1, 2};
end Data;

model Coil
  parameter Data data;
  parameter Real R = data.R;
  Real u = R*time + data.L[2];
end Coil;

model M
  parameter Data all2[2] = {Data(R = 10), Data(R = 20, L = {3, 4})};
  Coil a[2](data = all2);
  Coil b[2](R = all2.R);
  Coil c(data = all2[2]);
  Coil d(data(R = 5));
end M;
