#include "runtime/delay_buffer.h"

#include <limits>

#include "runtime/cubic.h"

namespace formola::runtime {

void DelayBuffer::clear() {
  first_ = 0;
  count_ = 0;
  largest_ = 0;
}

void DelayBuffer::grow() {
  std::vector<Entry> larger(ring_.empty() ? 64 : ring_.size() * 2);
  for (size_t i = 0; i < count_; ++i) larger[i] = entry(i);
  ring_.swap(larger);
  first_ = 0;
}

void DelayBuffer::store(double time, double value, double maxDelay) {
  largest_ = std::max(largest_, std::abs(value));
  if (count_ > 0 && entry(count_ - 1).time == time) {
    if (entry(count_ - 1).value == value) return;
    // A third entry at one time replaces the second: only the limits from both sides matter.
    if (count_ > 1 && entry(count_ - 2).time == time) {
      ring_[(first_ + count_ - 1) & (ring_.size() - 1)].value = value;
      return;
    }
  }
  // The oldest instant that can still be asked for is time - maxDelay; the rest before it serves
  // the interpolation there.
  while (count_ > 2 && entry(1).time < time - 2 * maxDelay) {
    first_ = (first_ + 1) & (ring_.size() - 1);
    --count_;
  }
  if (count_ == ring_.size()) grow();
  ring_[(first_ + count_) & (ring_.size() - 1)] = {time, value, false};
  ++count_;
}

void DelayBuffer::markBreak() {
  if (count_ > 0) ring_[(first_ + count_ - 1) & (ring_.size() - 1)].isBreak = true;
}

double DelayBuffer::errorCoefficient() const {
  if (count_ < 5) return -1;
  double t[5], y[5];
  for (size_t k = 0; k < 5; ++k) {
    const Entry& e = entry(count_ - 5 + k);
    if (k > 0 && (e.time <= t[k - 1] || entry(count_ - 6 + k).isBreak)) return -1;
    t[k] = e.time;
    y[k] = e.value;
  }
  return largest_ > 0 ? cubicErrorCoefficient(t, y) / largest_ : 0;
}

bool DelayBuffer::endsInJump() const {
  return count_ > 1 && entry(count_ - 1).time == entry(count_ - 2).time &&
         entry(count_ - 1).value != entry(count_ - 2).value;
}

// The polynomial of the interval [low, low + 1] and points around it that no jump or break
// separates from it; with `withPresent`, (now, present) stands behind the last entry. Neighbours
// much nearer than the interval is wide are passed over: they would only magnify rounding errors.
double DelayBuffer::interpolate(size_t low, double time, bool withPresent, double now,
                                double present) const {
  const size_t total = count_ + (withPresent ? 1 : 0);
  const auto point = [&](size_t i) { return i < count_ ? entry(i) : Entry{now, present, false}; };
  const double distance = (point(low + 1).time - point(low).time) / 2;
  // The nearest point at least `distance` to the left (right) of point i, or i itself if the piece
  // ends before.
  const auto left = [&](size_t i) {
    for (size_t k = i; k > 0 && !point(k).isBreak && point(k - 1).time < point(k).time; --k)
      if (point(i).time - point(k - 1).time >= distance) return k - 1;
    return i;
  };
  const auto right = [&](size_t i) {
    for (size_t k = i; k + 1 < total && !point(k).isBreak && point(k).time < point(k + 1).time; ++k)
      if (point(k + 1).time - point(i).time >= distance) return k + 1;
    return i;
  };
  size_t chosen[4] = {left(low), low, low + 1, right(low + 1)};
  // At an end of the smooth piece take the fourth point from the other side.
  if (chosen[0] == low) chosen[0] = right(chosen[3]);
  if (chosen[3] == low + 1) chosen[3] = left(chosen[0]);
  double t[4], y[4];
  size_t n = 0;
  for (size_t i : {low, low + 1, chosen[0], chosen[3]}) {
    const Entry p = point(i);
    if (std::find(t, t + n, p.time) != t + n) continue;
    t[n] = p.time;
    y[n] = p.value;
    ++n;
  }
  return SmallPolynomial(t, y, n)(time);
}

double DelayBuffer::at(double time, double now, double present, bool fromRight) const {
  if (count_ == 0) return present;
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * std::abs(now);
  const double key = fromRight ? time + rounding : time - rounding;
  if (key < entry(0).time) return entry(0).value;
  // The last entry at or before the key, and the one after it.
  size_t low = 0, high = count_;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    (entry(middle).time <= key ? low : high) = middle;
  }
  if (high < count_) return interpolate(low, time, false, now, present);
  return now > entry(low).time ? interpolate(low, time, true, now, present) : entry(low).value;
}

}  // namespace formola::runtime
