// stage: check
// model: Plant
// note: an inner component is added only if all that lack one agree on its class: specification 5.4
// message: declare the inner component
model Air
  parameter Real T = 300;
end Air;
model Water
  parameter Real T = 280;
end Water;
model Fan
  // expect-error: InnerIncompatible
  outer Air surrounding;
  Real x = surrounding.T;
end Fan;
model Pump
  outer Water surrounding;
  Real x = surrounding.T;
end Pump;
model Plant
  Fan f;
  Pump p;
end Plant;
