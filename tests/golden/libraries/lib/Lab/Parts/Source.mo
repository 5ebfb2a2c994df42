within Lab.Parts;
model Source
  parameter Real gain = 1;
  Real y = gain*k*time;
end Source;
