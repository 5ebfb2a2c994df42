// States whose nominal values do not fit.
#pragma once

#include <string>
#include <vector>

#include "solver/problem.h"

namespace formola::solver {

// Purpose: finds states that were never larger than their absolute tolerance. Any value within the
//   tolerance counts as right for them, so that neither the step size nor Newton's iteration took
//   care of them: a stiff equation can then give derivatives that are wrong altogether.
// Ensures: states at rest and those that move by rounding only are not named.
// Complexity: O(states) for each row of results.
class ScaleWatch {
 public:
  // Requires: all variables in d are consistent.
  void row(const FmlData& d);
  // What to tell the user; empty: nothing.
  std::string warning(const FmlData& d, double tolerance) const;

 private:
  std::vector<double> least_, most_;  // of x
};

}  // namespace formola::solver
