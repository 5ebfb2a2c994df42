// stage: check
// options: -L bad M
// note: A file of a library folder defines the class of its name (13.4.1).
// expect-error: FileClassName
// expect-error: ClassNotFoundIn
model M
  Wrong.B b;
end M;
