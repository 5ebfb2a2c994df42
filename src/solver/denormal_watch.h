// Denormal numbers among the variables.
#pragma once

#include <cfenv>
#include <cmath>

#include "solver/problem.h"

namespace formola::solver {

// Purpose:    finds variables with values so close to zero (below 2.2e-308) that they have lost
//             digits; processors compute slowly with them.
// Requires:   look() at the points whose values are results.
// Ensures:    the first variables that are denormal, each once, at most kMost.
// Complexity: O(1) while nothing underflows (the processor notes that), else O(variables).
class DenormalWatch {
 public:
  DenormalWatch() { std::feclearexcept(FE_UNDERFLOW); }

  void look(const FmlData& d) {
    constexpr size_t kMost = 3;
    if (found_.size() >= kMost || std::fetestexcept(FE_UNDERFLOW) == 0) return;
    std::feclearexcept(FE_UNDERFLOW);
    for (int32_t i = 0; i < d.model->parameterBegin && found_.size() < kMost; ++i)
      if (std::fpclassify(d.v[i]) == FP_SUBNORMAL && !isFound(i))
        found_.push_back({i, d.time, d.v[i]});
  }
  const std::vector<DenormalValue>& found() const { return found_; }

 private:
  bool isFound(int32_t variable) const {
    for (const DenormalValue& value : found_)
      if (value.variable == variable) return true;
    return false;
  }

  std::vector<DenormalValue> found_;
};

}  // namespace formola::solver
