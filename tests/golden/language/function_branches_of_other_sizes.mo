// stage: simulate
// options: --stop 1
// model: Branches.All
// note: in functions too a condition that is known selects the branch that gives the size (specification 6.7)
// analytic: reduced = 1
// analytic: full = 5
// analytic: bySize = 3 + time
package Branches
  partial package Medium
    constant Boolean reducedX = true;
    constant Integer nX = 3;
    constant Integer nXi = if reducedX then nX - 1 else nX;
    function total
      input Real X[nXi];
      output Real s;
    protected
      Real full[nX];
    algorithm
      full := if reducedX then cat(1, X, {1 - sum(X)}) else X;
      s := sum(full);
    end total;
    function completed
      input Real X[nX];
      output Real s;
    protected
      Real full[nX] = if size(X, 1) == nX then X else cat(1, X, {1 - sum(X)});
    algorithm
      s := sum(full);
    end completed;
  end Medium;
  package Reduced
    extends Medium;
  end Reduced;
  package Full
    extends Medium(reducedX = false);
  end Full;
  model All
    Real reduced = Reduced.total({time, 2*time});
    Real full = Full.total({time, 2 - time, 3});
    Real bySize = Reduced.completed({time, 1, 2});
  end All;
end Branches;
