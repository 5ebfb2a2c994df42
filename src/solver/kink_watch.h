// Kinks at the beginning of a Runge-Kutta step, which its error estimate cannot see.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>

namespace formola::solver {

// Purpose:    a formula and its embedding that use der(x) at their stages only have the same error
//             at a kink before the first stage: their difference vanishes, however large it is.
//             What tells is der(x) at the beginning against the polynomial through the stages.
//             That difference is of a lower order than the error; it counts only where it is far
//             larger than in the steps before, with the power of the step size that it has in a
//             smooth solution.
// Complexity: O(1) for each step.
class KinkWatch {
 public:
  // `power`: of the step size in the difference times the step, the number of stages plus one.
  explicit KinkWatch(int power) : power_(power) {}

  void begin() { std::fill(std::begin(past_), std::end(past_), 0.0); }
  // The largest difference times h, weighted, of a step of size h that has no kink.
  double limit(double h) const { return std::max(1.0, kSudden * median() * std::pow(h, power_)); }
  void accept(double difference, double h) {
    past_[2] = past_[1];
    past_[1] = past_[0];
    past_[0] = difference / std::pow(h, power_);
  }

 private:
  static constexpr double kSudden = 10;

  // Neither one step over a kink nor one where the difference happens to be small counts.
  double median() const {
    const auto [low, high] = std::minmax(past_[0], past_[1]);
    return std::clamp(past_[2], low, high);
  }

  int power_;
  double past_[3] = {0, 0, 0};  // of the last steps, for h = 1
};

}  // namespace formola::solver
