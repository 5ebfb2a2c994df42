#include "runtime/delay_buffer.h"

namespace formola::runtime {

void DelayBuffer::clear() {
  first_ = 0;
  count_ = 0;
}

void DelayBuffer::grow() {
  std::vector<Entry> larger(ring_.empty() ? 64 : ring_.size() * 2);
  for (size_t i = 0; i < count_; ++i) larger[i] = entry(i);
  ring_.swap(larger);
  first_ = 0;
}

void DelayBuffer::store(double time, double value, double maxDelay) {
  if (count_ > 0 && entry(count_ - 1).time == time) {
    if (entry(count_ - 1).value == value) return;
    // A third entry at one time replaces the second: only the limits from both sides matter.
    if (count_ > 1 && entry(count_ - 2).time == time) {
      ring_[(first_ + count_ - 1) & (ring_.size() - 1)].value = value;
      return;
    }
  }
  // Keep one entry at or before the oldest instant that can still be asked for.
  while (count_ > 2 && entry(1).time < time - maxDelay) {
    first_ = (first_ + 1) & (ring_.size() - 1);
    --count_;
  }
  if (count_ == ring_.size()) grow();
  ring_[(first_ + count_) & (ring_.size() - 1)] = {time, value};
  ++count_;
}

bool DelayBuffer::endsInJump() const {
  return count_ > 1 && entry(count_ - 1).time == entry(count_ - 2).time &&
         entry(count_ - 1).value != entry(count_ - 2).value;
}

// Neville's scheme on the entries around [low, low + 1] that no jump separates from it; with
// `withPresent`, (now, present) stands behind the last entry.
double DelayBuffer::interpolate(size_t low, double time, bool withPresent, double now,
                                double present) const {
  const size_t total = count_ + (withPresent ? 1 : 0);
  const auto point = [&](size_t i) { return i < count_ ? entry(i) : Entry{now, present}; };
  size_t first = low, last = low + 1;
  if (first > 0 && point(first - 1).time < point(first).time) --first;
  if (last + 1 < total && point(last).time < point(last + 1).time) ++last;
  // At an end of the smooth piece take the fourth point from the other side.
  if (last - first == 2) {
    if (first == low && last + 1 < total && point(last).time < point(last + 1).time)
      ++last;
    else if (first < low && first > 0 && point(first - 1).time < point(first).time)
      --first;
  }
  double t[4], y[4];
  const size_t n = last - first + 1;
  for (size_t i = 0; i < n; ++i) {
    t[i] = point(first + i).time;
    y[i] = point(first + i).value;
  }
  for (size_t k = 1; k < n; ++k)
    for (size_t i = 0; i + k < n; ++i)
      y[i] += (time - t[i]) / (t[i + k] - t[i]) * (y[i + 1] - y[i]);
  return y[0];
}

double DelayBuffer::at(double time, double now, double present) const {
  if (count_ == 0) return present;
  if (time < entry(0).time) return entry(0).value;
  const Entry& last = entry(count_ - 1);
  if (time >= last.time) {
    if (now <= last.time) return last.value;
    return interpolate(count_ - 1, time, true, now, present);
  }
  // The last entry at or before `time`, and the one after it.
  size_t low = 0, high = count_ - 1;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    (entry(middle).time <= time ? low : high) = middle;
  }
  return interpolate(low, time, false, now, present);
}

}  // namespace formola::runtime
