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

double DelayBuffer::at(double time, double now, double present) const {
  if (count_ == 0) return present;
  if (time < entry(0).time) return entry(0).value;
  const Entry& last = entry(count_ - 1);
  if (time >= last.time) {
    if (now <= last.time) return last.value;
    return last.value + (present - last.value) * (time - last.time) / (now - last.time);
  }
  // The first entry after `time`; its predecessor is at or before it.
  size_t low = 0, high = count_ - 1;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    (entry(middle).time <= time ? low : high) = middle;
  }
  const Entry& a = entry(low);
  const Entry& b = entry(high);
  return a.value + (b.value - a.value) * (time - a.time) / (b.time - a.time);
}

}  // namespace formola::runtime
