// stage: check
// options: --strict
// model: TwoAnnotations
// note: what two_annotations.mo has as a warning
// expect-error: DuplicateAnnotation
model TwoAnnotations
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 2));
  annotation(Documentation(info = "again"));
end TwoAnnotations;
