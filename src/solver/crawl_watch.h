// Steps that jump to and fro across a discontinuity without events: the simulation would crawl.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace formola::solver {

// Purpose:    der(x) = -sign(x) slides along x = 0. No event tells the integrator, whose steps
//             become as short as the tolerance is; it would end after hours. Steps that many are
//             rejected of, and that would be too many up to the end, are suspicious; it slides
//             where states then go on otherwise than their derivatives say at the end of the step.
// Requires:   add() for each accepted step; after it has returned true, look() with the states
//             and their derivatives at the end of the step.
// Complexity: O(1) for each step, O(states) for those that are looked at.
class CrawlWatch {
 public:
  CrawlWatch(int32_t states, double startTime)
      : states_(static_cast<size_t>(states)), since_(startTime) {}

  // A step has ended at `time`; `rejected()` of all up to then. True: look at the derivatives.
  template <typename Rejected>
  bool add(double time, double stopTime, const Rejected& rejected) {
    if (looks_ > 0) return true;
    if (++steps_ < kSteps) return false;
    const uint64_t all = rejected();
    const bool often = steps_ == kSteps && all - rejected_ > kSteps / 8 && all > rejected_;
    const bool slow = (stopTime - time) * kSteps > kTooMany * (time - since_);
    rejected_ = all;
    since_ = time;
    steps_ = 0;
    if (!often || !slow) return false;
    looks_ = 1;
    jumps_.assign(states_, 0);
    last_.clear();
    return true;
  }
  // x and then der(x) at `time`. True: it slides, and sliding() are the states that do.
  bool look(double time, const double* x, const double* nominal, double tolerance);
  const std::vector<int32_t>& sliding() const { return sliding_; }
  // At another place, or by another integrator.
  void restart(double time) {
    since_ = time;
    steps_ = looks_ = 0;
    rejected_ = UINT64_MAX / 2;
  }

 private:
  static constexpr uint64_t kSteps = 50000, kLooks = 200;
  static constexpr double kTooMany = 1e7;  // steps: with a hundred states an hour

  size_t states_;
  uint64_t steps_ = 0, rejected_ = 0, looks_ = 0;
  double since_ = 0;
  std::vector<uint64_t> jumps_;  // of each derivative
  std::vector<double> last_;     // x at the step before; empty: none
  double lastTime_ = 0;
  std::vector<int32_t> sliding_;
};

}  // namespace formola::solver
