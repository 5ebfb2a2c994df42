// stage: simulate
// note: a component that is inner and outer means the outer one by its name, from outside too; below, the inner one is seen: specification 5.5
// analytic: seen = 1
// analytic: below = 0
// options: --stop 1
model Plant
  model Part
    outer Boolean enabled;
    Real y = if enabled then 1 else 0;
  end Part;
  model Group
    inner outer Boolean enabled = enabled and time < -1;
    Part part;
  end Group;
  model System
    inner Boolean enabled = true;
    Group group;
  end System;
  System system;
  Real seen = if system.group.enabled then 1 else 0;
  Real below = system.group.part.y;
end Plant;
