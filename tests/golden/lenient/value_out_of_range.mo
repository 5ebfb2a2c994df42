// stage: simulate
// options: --stop 1
// model: Uses
// note: a value that a component computes by itself, outside of the bounds that it sets; what the user gives is an error (errors/parameter_out_of_range.mo)
// message: parameter 'pump.power\[1\]' is -1, less than its minimum 0
// analytic: y = -1 + time
model Pump
  parameter Real rate[2] = {0, 4};
  // expect-warning@+1: ValueOutOfRange
  parameter Real power[2](each min = 0) = rate .- 1;
end Pump;
model Uses
  Pump pump;
  Real y = pump.power[1] + time;
end Uses;
