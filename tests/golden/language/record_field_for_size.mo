// stage: simulate
// model: Field
// options: --stop 1 --intervals 2
// note: one field of a constructor is known although another one depends on it
// final: n = 3
// final: total = 6
model Field
  parameter Integer count = data.count;
  parameter Real places[count] = {i for i in 1:count};
  parameter Data data = Data(count = 3, places = places);
  Real n = count;
  Real total = sum(data.places);
end Field;

record Data
  parameter Integer count = 1;
  parameter Real places[:] = {0};
end Data;
