// Variables that leave their bounds.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/problem.h"

namespace formola::solver {

// Purpose: compares variables with their attributes min and max.
// Requires: look() at points whose values are results.
// Ensures: each variable is told once, with the first time; what is outside by no more than the
//   errors of the integration is not told. Bounds of parameters are errors.
// Complexity: O(variables with bounds) for each point.
class BoundsWatch {
 public:
  explicit BoundsWatch(const SimulationProblem& problem);

  // A parameter outside its bounds, as a sentence; empty: there is none. After the initialisation.
  std::string wrongParameter(const FmlData& d) const;
  void look(const FmlData& d);
  std::vector<std::string> warnings() const;

 private:
  bool isOutside(const Bounds& bounds, const FmlData& d) const;
  std::string describe(const Bounds& bounds, double value) const;

  const SimulationProblem& problem_;
  std::span<const Bounds> bounds_;
  std::vector<uint32_t> open_;  // of these: not told yet
  size_t told_ = 0;
  std::vector<std::string> warnings_;  // the first ones
};

}  // namespace formola::solver
