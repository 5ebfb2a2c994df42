// Values of a result between its rows.
#pragma once

#include <string>
#include <vector>

#include "results/trajectory.h"

namespace formola::results {

// Purpose:    one signal at any time of the result. Where the result has its derivative, between
//             two rows the cubic with the values and slopes of both; others are linear. At an event
//             the value after it.
// Requires:   the trajectory has the signal; it stays and has rows.
// Complexity: O(log n) for a value.
class Sampler {
 public:
  Sampler(const Trajectory& trajectory, const std::string& name);
  // Requires: a time within those of the result.
  double at(double time) const;

 private:
  const std::vector<double>& times_;
  std::vector<double> values_, slopes_;  // no slopes: linear
};

}  // namespace formola::results
