// stage: simulate
// model: TwoAnnotations
// note: both are read: the experiment of the first, the documentation of the second
// expect-warning: DuplicateAnnotation
// message: a class has one \(Modelica 3.6, A.2.2\): put both into one \(accepted; an error with --strict\)
// final: x = 3
// analytic: x = 1 + time
model TwoAnnotations
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 2));
  annotation(Documentation(info = "again"));
end TwoAnnotations;
