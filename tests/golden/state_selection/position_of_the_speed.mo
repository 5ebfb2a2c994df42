// stage: structure
// assert: sorted(s for s in states if s.startswith("body")) == ["body[7].phi", "body[7].w"]
// note: of the positions in a chain whose relative ones are preferred the state is the one whose speed is a state; of another one the
//   derivative would follow from many of the others, and its row of the Jacobian would be dense
model PositionOfTheSpeed
  model Body
    Real phi, w, a;
    input Real left, right;
  equation
    w = der(phi);
    a = der(w);
    2*a = left - right;
  end Body;
  Body body[7];
  Real angle[6](each stateSelect = StateSelect.prefer, each start = 0.1);
  Real rate[6](each stateSelect = StateSelect.prefer, each start = 0);
equation
  for i in 1:6 loop
    angle[i] = body[i + 1].phi - body[i].phi;
    rate[i] = der(angle[i]);
    body[i].right = -(100*angle[i] + rate[i]);
    body[i + 1].left = body[i].right;
  end for;
  body[1].left = sin(time);
  body[7].right = body[7].w^2;
end PositionOfTheSpeed;
