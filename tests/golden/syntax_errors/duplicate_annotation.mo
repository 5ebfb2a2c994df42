// stage: check
// options: --strict
model DuplicateAnnotation
  annotation(version = "1");
  // expect-error@+1: DuplicateAnnotation
  annotation(version = "2");
end DuplicateAnnotation;
