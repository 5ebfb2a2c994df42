// stage: simulate
// options: --stop 1
// model: Uses
// expect-warning: BusWithoutSource
// message: nothing gives the signal 'signal' of the bus 'holder.bus' a value
// analytic: y = time
expandable connector Bus
end Bus;
connector RealInput = input Real;
model Part
  RealInput u = time;
end Part;
model Holder
  Bus bus;
  Part part;
equation
  connect(part.u, bus.signal);
end Holder;
model Uses
  Holder holder;
  Real y = holder.part.u;
end Uses;
