#include "solver/crawl_watch.h"

#include <cmath>

namespace formola::solver {

bool CrawlWatch::look(double time, const double* x, const double* nominal, double tolerance) {
  constexpr double kJump = 0.2;      // of the derivative
  constexpr double kMatters = 1e-3;  // of the tolerance: what is nearly at rest has noise
  const double h = time - lastTime_;
  for (size_t i = 0; i < states_ && !last_.empty() && h > 0; ++i) {
    const double now = x[states_ + i], slope = (x[i] - last_[i]) / h;
    const double jump = std::fabs(slope - now);
    if (jump > kJump * std::fmax(std::fabs(now), std::fabs(slope)) &&
        jump * h > kMatters * tolerance * std::fmax(std::fabs(x[i]), nominal[i]))
      ++jumps_[i];
  }
  last_.assign(x, x + states_);
  lastTime_ = time;
  if (++looks_ <= kLooks) return false;
  looks_ = 0;
  sliding_.clear();
  for (size_t i = 0; i < states_; ++i)
    if (jumps_[i] > kLooks / 4) sliding_.push_back(static_cast<int32_t>(i));
  return !sliding_.empty();
}

}  // namespace formola::solver
