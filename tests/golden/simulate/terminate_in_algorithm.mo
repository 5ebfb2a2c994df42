// stage: simulate
// model: Falling
// options: --stop 10 --intervals 100
// note: a terminate statement ends the simulation with success, as the equation does
// final: time = 1
// final: height = 0
// tolerance: 1e-6
model Falling
  Real height(start = 1, fixed = true);
algorithm
  when height < 0 then
    terminate("on the ground");
  end when;
equation
  der(height) = -1;
end Falling;
