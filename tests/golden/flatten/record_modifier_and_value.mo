// stage: flatten
// model: M
// note: A modifier of a member wins over the value of the whole record.
record Gas
  Real R = 287;
  Real cp = 1005;
end Gas;
model M
  parameter Gas changed(R = 300) = Gas(cp = 900, R = 290);
end M;
