// stage: check
package UnclosedClass
  // expect-error@+1: UnclosedClass
  model Inner
    Real x = 1;

  model Other
    Real y = 1;
  end Other;
end UnclosedClass;
