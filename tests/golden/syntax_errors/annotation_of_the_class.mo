// stage: simulate
// message: the annotation 'experiment' belongs to a class and has no effect here, behind an equation
// note: without the ';' the annotation is that of the equation, and the model ran to 1
model AnnotationOfTheClass
  Real x(start = 0, fixed = true);
equation
  der(x) = 1
  // expect-warning@+1: ClassAnnotationElsewhere
  annotation(experiment(StopTime = 5));
end AnnotationOfTheClass;
