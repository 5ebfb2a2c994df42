// stage: simulate
// model: P.M
// note: a class that contains a component of a replaceable class, which is the class itself on the next two levels: finite. 1 + (1 + (1 + 0.5))
// final: outer1.y = 3.5
// final: outer1.i.y = 2.5
// final: outer1.i.i.y = 1.5
package P
  model Base
    Real y = 0.5;
  end Base;
  model Shell
    replaceable model Inner = Base;
    Inner i;
    Real y = 1 + i.y;
  end Shell;
  model M
    Shell outer1(redeclare model Inner = Shell(redeclare model Inner = Shell));
  end M;
end P;
