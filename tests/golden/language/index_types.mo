// stage: simulate
// final: last = 34
// final: row = 65
// final: part = 109
// final: column = 69
// final: atEnum = 3
// final: atBoolean = 2
// final: inFunction = 37
// final: byBooleans = 2
// final: component = 2
// final: components = 4
// final: field = 8
// note: end is the last literal or true where a dimension is indexed by an enumeration or Boolean (specification 10.2); vectors of Booleans are subscripts
model IndexTypes
  type Color = enumeration(red, green, blue);
  model Part
    parameter Real k = 1;
    Real y = k*time;
    Real v[2] = {k, 2*k};
  end Part;
  function lastOf
    input Real v[Color];
    input Real w[:, Boolean];
    output Real y = v[end] + w[end, end];
  end lastOf;
  parameter Real b[Color, Boolean] = {{11, 12}, {21, 23}, {31, 34}};
  Real x[Color];
  Real flag[Boolean] = {1, 2};
  Color c = if time > 0.5 then Color.blue else Color.red;
  Boolean up = time > 0.5;
  Part p[Color](k = {1, 2, 3});
  Part q[Boolean](k = {3, 4});
  Color chosen[2] = {Color.green, c};
  Boolean both[2] = {false, up};
  Real last = b[end, end];
  Real row = sum(b[end, :]);
  Real part = sum(b[Color.green:end, false:true]);
  Real column = sum(b[k, end] for k in Color);
  Real atEnum = x[c];
  Real atBoolean = flag[up];
  Real inFunction = lastOf(x, b);
  Real ofBooleans[2] = flag[both];
  Real byBooleans = ofBooleans[2];
  Real component = p[chosen[1]].y;
  Real ofComponents[2] = q[{up, true}].y;
  Real components = ofComponents[1];
  Real field = q[end].v[end];
equation
  x[Color.red] = 1;
  x[Color.green] = 2;
  x[end] = 3;
end IndexTypes;
