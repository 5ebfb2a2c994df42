// stage: flatten
// model: M
// note: A range of enumeration literals.
type Gear = enumeration(park, reverse, drive);
model M
  parameter Gear all3[:] = Gear.park:Gear.drive;
end M;
