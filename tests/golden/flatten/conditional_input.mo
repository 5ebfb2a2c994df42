// stage: flatten
// model: M
// note: Optional signal inputs: the internal one is fed from outside or by a constant.
connector RealInput = input Real;
connector RealOutput = output Real;

block Constant
  parameter Real k = 1;
  RealOutput y = k;
end Constant;

block Optional
  parameter Boolean external_ = false;
  RealInput u if external_;
  Constant c(k = 5) if not external_;
  Real y = inside;
protected
  RealInput inside;
equation
  connect(u, inside);
  connect(c.y, inside);
end Optional;

model M
  Optional a, b(external_ = true);
  Constant feed(k = 8);
equation
  connect(feed.y, b.u);
end M;
