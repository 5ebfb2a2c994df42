// Unknowns that the equations leave free.
#pragma once

#include <string>
#include <vector>

#include "solver/problem.h"

namespace formola::solver {

// Purpose: finds linear systems that are singular but consistent: their equations do not determine
//   all of their unknowns, and the solution nearest to the values before was taken.
// Requires: look() at points whose values are results. What iterations try in between does not
//   count.
// Ensures: each system is told once, with the first such time and the names of the unknowns that
//   are free. One that is so at a single instant, as where a flow passes through zero, is not told.
// Complexity: O(linear systems) for each point; cubic in the size of a system that is told.
class FreedomWatch {
 public:
  void look(const FmlData& d);
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct System {
    double since = 0;  // from which time on it was underdetermined at every point
    bool free = false, told = false;
  };
  std::vector<System> systems_;
  std::vector<std::string> warnings_;
};

}  // namespace formola::solver
