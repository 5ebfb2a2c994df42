// stage: check
model MisplacedWithin
end MisplacedWithin;
// expect-error@+1: MisplacedWithin
within A;
