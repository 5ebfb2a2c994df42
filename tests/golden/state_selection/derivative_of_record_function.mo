// stage: structure
// note: A function returns properties as a record, by an argument that is a record itself. Its derivative is a sum of
// note: products with der(p) and der(h): the system of the derivatives is linear and solved by formulas.
// assert: states == ['p', 'h'] and iteration_variables == 0
// assert: not any(b.kind == 'nonlinear' for b in blocks) and sum(b.numeric for b in blocks) == 0
model DerivativeOfRecordFunction
  record State
    Real p, h;
    Integer phase;
  end State;
  record Properties
    Real d, T;
    Real mix[2];
  end Properties;
  function properties
    input State state;
    input Real X[2];
    output Properties y;
  protected
    Real a = state.p/(1 + state.h);
  algorithm
    y.T := state.h/2;
    y.d := a*X[1] + state.p;
    y.mix := X*a;
  end properties;
  function setState
    input Real p, h;
    input Integer phase;
    output State s;
  algorithm
    s.p := p;
    s.h := h;
    s.phase := phase;
  end setState;
  parameter Real V = 2;
  Real m(start = 3, fixed = true), U, u, d, y;
  Real p(start = 1, stateSelect = StateSelect.prefer), h(start = 1, fixed = true, stateSelect = StateSelect.prefer);
  Properties q = properties(setState(p, h, if p > 0 then 1 else 2), {0.25, 0.75});
equation
  m = V*d;
  d = q.d;
  U = m*u;
  u = h - p/d;
  der(m) = 0.1;
  der(U) = 0.2 - 0.1*u;
  y = q.mix[2];
end DerivativeOfRecordFunction;
