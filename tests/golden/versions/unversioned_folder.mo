// stage: simulate
// options: -L first -L second --stop 1
// note: the version stands in the annotation only
// final: x = 1
model M
  Real x = Plain.c;
  annotation (uses(Plain(version = "1.0")));
end M;
