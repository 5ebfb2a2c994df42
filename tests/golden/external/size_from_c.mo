// stage: simulate
// options: --trust .
// note: an external function is called while the model is translated: the size of an array depends on it
// final: s = 6
function three
  output Integer n;
  external "C" n = three() annotation (Include = "int three(void) { return 3; }");
end three;

model SizeFromC
  parameter Integer n = three();
  Real x[n] = {i*time for i in 1:n};
  Real s = sum(x);
end SizeFromC;
