// stage: simulate
// options: --strict
// model: Uses
// note: what value_out_of_range.mo has as a warning
model Pump
  parameter Real rate[2] = {0, 4};
  // expect-error@+1: ValueOutOfRange
  parameter Real power[2](each min = 0) = rate .- 1;
end Pump;
model Uses
  Pump pump;
  Real y = pump.power[1] + time;
end Uses;
