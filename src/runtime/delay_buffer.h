// The past of one expression for the operator `delay` (Modelica 3.6, 3.7.4.1).
#pragma once

#include <cstddef>
#include <vector>

namespace formola::runtime {

// Purpose: values at non-decreasing times in a ring. Two entries at one time are a jump; a break is
// a kink. Between those, values are interpolated by the cubic through the four nearest entries
// (fewer near a jump), so that the error does not dominate that of an integrator of moderate order.
// Complexity: amortised O(1) store; O(log n) look-up.
class DelayBuffer {
 public:
  void clear();
  // Requires: time >= the last stored time.
  void store(double time, double value, double maxDelay);
  // No interpolation across the last entry.
  void markBreak();
  // The value at `time` <= now; before the first entry its value (delay(e) = e(start) there),
  // between the last entry and now interpolated towards `present`. Within rounding of a jump
  // `fromRight` selects the side.
  double at(double time, double now, double present, bool fromRight) const;

  bool empty() const { return count_ == 0; }
  size_t size() const { return count_; }
  // c such that interpolation between entries at distance h has the error c h^4, relative to the
  // largest value so far; from how well the last entries predict the one in their middle.
  // Negative: too few in one smooth piece.
  double errorCoefficient() const;
  // True when the last two entries are a jump.
  bool endsInJump() const;

 private:
  struct Entry {
    double time, value;
    bool isBreak;
  };
  const Entry& entry(size_t i) const { return ring_[(first_ + i) & (ring_.size() - 1)]; }
  void grow();
  double interpolate(size_t low, double time, bool withPresent, double now, double present) const;

  std::vector<Entry> ring_;  // size is a power of two
  size_t first_ = 0;
  size_t count_ = 0;
  double largest_ = 0;  // |value|
};

}  // namespace formola::runtime
