// stage: check
// options: --strict
// model: Uses
// note: what bus_without_source.mo has as a warning
// expect-error: BusWithoutSource
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
