// stage: flatten
// options: --standalone
// expect-error: NotTranslatable
// message: cannot be written in the language 'Modelica': equations that hold in a state of a state machine only
model M
  block S
    outer output Integer v;
  equation
    v = previous(v) + 1;
  end S;
  block T
  end T;
  S a;
  T b;
  inner Integer v(start = 0);
  Boolean go = sample(true, Clock(1, 10));
equation
  initialState(a);
  transition(a, b, v > 3, immediate = false);
  transition(b, a, go, immediate = false);
end M;
