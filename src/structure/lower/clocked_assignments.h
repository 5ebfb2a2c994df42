// Which equation of a clock determines which of its unknowns.
#pragma once

#include <string>
#include <vector>

#include "dae/dae.h"

namespace formola {

struct ClockedAssignments {
  struct One {
    VariableId variable;
    int equation;
    ExprId value;  // invalid: only together with others, by the numerical solver
  };
  std::vector<One> all;  // in the order of evaluation
  // Not empty: there is no such assignment, and why; `place` is where to say it.
  std::string problem;
  int place = -1;  // an equation; -1: none in particular
};

// Purpose:    equations without causality become assignments.
// Requires:   scalar equalities; pre() of an unknown is known.
// Ensures:    an unknown that is no Real has the equation in which it stands alone. Values divide
//             by what does not change only.
// Complexity: that of a maximum matching.
// Reference:  Duff, Erisman, Reid: Direct methods for sparse matrices, 2nd ed., 2017, ch. 6.
ClockedAssignments assignClocked(const Dae& dae, const std::vector<Equation>& equations,
                                 const std::vector<VariableId>& unknowns);

}  // namespace formola
