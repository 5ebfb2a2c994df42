// stage: check
// model: Traffic
// note: a dimension that is given by a type is indexed by values of that type (spec 10.5)
// message: subscript 1 of 'duration'
model Traffic
  type Light = enumeration(red, yellow, green);
  parameter Real duration[Light] = {30, 3, 25};
  parameter Boolean night = false;
  parameter Real dim[Boolean] = {1, 0.5};
  parameter Real lanes[2] = {1, 2};
  Real a = duration[Light.green];
  Real b = duration[2];  // expect-error@+0: TypeMismatch
  Real c = dim[night];
  Real d = dim[1];  // expect-error@+0: TypeMismatch
  Real e = lanes[night];  // expect-error@+0: TypeMismatch
end Traffic;
