// stage: check
// model: BoundedTexts
// note: a text of 2^20 bytes, a hundred thousand times
// message: an array of strings is too large to be evaluated
function texts
  input Integer n;
  output Integer m;
protected
  String t = "x";
  String s[:];
algorithm
  for i in 1:20 loop
    t := t + t;
  end for;
  s := fill(t, n);
  m := size(s, 1);
end texts;

model BoundedTexts
  // expect-error@+1: NotEvaluable
  parameter Integer n = texts(100000);
  Real x[n];
equation
  x = zeros(n);
end BoundedTexts;
