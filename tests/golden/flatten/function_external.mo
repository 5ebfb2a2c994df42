// stage: flatten
// model: M
// note: External functions: C with and without an explicit call, builtin, with annotations.
function plain
  input Real x;
  output Real y;
  external "C";
end plain;

function explicitCall
  input Real x[:];
  output Real y;
  output Integer status;
  external "C" status = my_function(x, size(x, 1), y) annotation(Include = "#include \"my.h\"", Library = "my");
end explicitCall;

function mySin
  input Real x;
  output Real y;
  external "builtin" y = sin(x);
end mySin;

model M
  Real a = plain(time);
  Real b;
  Integer s;
  Real c = mySin(time);
equation
  (b, s) = explicitCall({a, time});
end M;
