// Steps that stability limits, not accuracy.
#pragma once

#include <cstdint>
#include <string>

#include "solver/problem.h"

namespace formola::solver {

// Purpose:    tells a user of a method that is not for stiff problems that this problem is one: its
//             steps stay as short as the fastest component is, however smooth the solution.
// Requires:   the integrator says of each accepted step whether it looked limited by stability.
// Complexity: O(1) for each step.
class StabilityWatch {
 public:
  explicit StabilityWatch(Method method) : method_(method) {}

  void add(bool limited, double time) {
    evidence_ += ((limited ? 1 : 0) - evidence_) / kMemory;
    inRow_ = evidence_ < kEnough ? 0 : inRow_ + 1;
    if (found_) return;
    if (inRow_ == 1) begin_ = time;
    found_ = inRow_ == kSteps;
  }
  // Why it makes no sense to go on from `time` with steps of size h; empty: it does.
  std::string hopeless(double time, double stopTime, double h);
  // What to tell the user at the end; empty: nothing.
  std::string note() const;

 private:
  static constexpr double kMemory = 50, kEnough = 0.25;
  static constexpr int64_t kSteps = 2000, kHopelessSteps = 20000;

  Method method_;
  double evidence_ = 0;  // the part of the last steps that looked limited
  int64_t inRow_ = 0;    // steps with enough of it
  bool found_ = false, saidHopeless_ = false;
  double begin_ = 0;
};

}  // namespace formola::solver
