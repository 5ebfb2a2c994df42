// stage: flatten
// model: M
// note: A type that is an array of an array type: the outer dimension comes first (10.1).
type Vector = Real[2];
type Grid = Vector[3];

model M
  Grid g = fill(time, 3, 2);
end M;
