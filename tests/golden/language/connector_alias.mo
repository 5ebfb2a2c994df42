// stage: simulate
// model: M
// options: --stop 1 --intervals 2
// note: a connector that is another name for a type is a connector
// analytic: y = time
model M
  type Fraction = Real(min = 0, max = 1, unit = "1");
  connector FractionConnector = Fraction;
  output FractionConnector inner1;
  output FractionConnector inner2 = time;
  Real y = inner1;
equation
  connect(inner1, inner2);
end M;
