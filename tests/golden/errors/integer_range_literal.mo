// stage: check
// expect-error@+3: OutsideDomain
// message: integer is not defined for 1e\+20
model M
  Integer i = integer(1e20);
end M;
