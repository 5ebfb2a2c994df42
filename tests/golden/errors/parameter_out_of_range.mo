// stage: simulate
// model: Ranges
// message: parameter 'r.R' is -1, less than its minimum 0
// message: parameter 'n' is 0, less than its minimum 1
// message: parameter 'below' is 3, greater than its maximum 2
// message: parameter 'v\[2\]' is 5, greater than its maximum 4
package P
  type Resistance = Real(min = 0);
  model Resistor
    // expect-error@+1: ParameterOutOfRange
    parameter Resistance R = 1;
  end Resistor;
end P;
model Ranges
  P.Resistor r(R = -1), fine(R = 0);
  // expect-error@+1: ParameterOutOfRange
  parameter Integer n(min = 1) = 0;
  parameter Real top = 2;
  // expect-error@+1: ParameterOutOfRange
  parameter Real below(max = top) = 3;
  // expect-error@+1: ParameterOutOfRange
  parameter Real v[2](each max = 4) = {1, 5};
  // expect-error@+1: ParameterOutOfRange
  final parameter Real computed(max = 1) = sqrt(top);
  parameter Real rounded(max = 0.3) = 0.1 + 0.2;
  parameter Real inside(min = 0, max = 2) = 2;
  Real x = time;
end Ranges;
