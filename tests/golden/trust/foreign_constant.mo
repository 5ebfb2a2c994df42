// stage: check
// model: ForeignConstant
// note: a size that foreign code gives: the translation does not run it
// message: not trusted: foreign_constant.mo
// message: to allow it, if you know what it does: --trust foreign_constant.mo
// message: it is called while this is evaluated
// expect-error@+1: ForeignCodeRefused
function three
  output Integer n;
  external "C" n = three() annotation (Include = "int three(void) { return 3; }");
end three;

model ForeignConstant
  parameter Integer n = three();
  Real x[n] = {i*time for i in 1:n};
end ForeignConstant;
