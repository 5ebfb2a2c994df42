#include "solver/problem.h"

#include <algorithm>
#include <cmath>

namespace formola::solver {

void StepTimes::add(double seconds) {
  ++count_;
  sum_ += seconds;
  worst_ = std::max(worst_, seconds);
  const double place = std::log(std::max(seconds, 1e-9) / 1e-9) / std::log(1.01);
  ++classes_[static_cast<size_t>(std::min(place, kClasses - 1.0))];
}

double StepTimes::quantile(double fraction) const {
  const double wanted = fraction * static_cast<double>(count_);
  double seen = 0;
  for (size_t k = 0; k < classes_.size(); ++k) {
    seen += classes_[k];
    if (seen >= wanted && seen > 0)
      return std::min(worst_, 1e-9 * std::pow(1.01, static_cast<double>(k + 1)));
  }
  return worst_;
}

}  // namespace formola::solver
