// Instants in lanes: time events and samples.
#include "codegen/lanes/lane_writer.h"

namespace formola::lanes {

namespace {

// How near two instants must be to count as one, as timeResolution (solver/integrator.h).
Number room(LaneCode& code, Number t) {
  return code.constant(8 * 2.220446049250313e-16) * larger(size(t), code.constant(1e-290));
}

}  // namespace

// Both with room for rounding, as in single runs (solver/events.cpp).
void LaneWriter::reachInstant(Condition active) {
  const Number t = time();
  const Number near = room(code_, t);
  const Number before = reached(), passed = code_.load(passed_);
  code_.store(choose(active, larger(before, t + near), before), reached_);
  code_.store(choose(active, larger(passed, t - near), passed), passed_);
}

Number LaneWriter::nextInstant(Condition active) {
  const std::vector<Number> instants = write(program_.instants, active);
  Number next = code_.constant(__builtin_inf());
  for (size_t k = 0; k + 1 < instants.size(); k += 2)
    next = choose((instants[k] > instants[k + 1]) & (instants[k] < next), instants[k], next);
  return next;
}

// As expr/floor_of_time.cpp; there can be no more than a few units between the rounded quotient and
// the count.
Number LaneWriter::floorOfTime(bool end, Number slope, Number offset, Number reached,
                               Number passed) {
  constexpr int kMost = 8;
  const Number zero = code_.constant(0), one = code_.constant(1),
               infinity = code_.constant(__builtin_inf());
  const Condition rising = slope > zero;
  const Number limit = choose(rising, reached, passed);
  auto instant = [&](Number k) { return (k - offset) / slope; };
  auto holds = [&](Number k) {
    const Condition before = instant(k) <= limit;
    return choose(rising, before, ~before);
  };
  Number k = down(slope * limit + offset);
  Condition more = code_.condition(true);
  for (int i = 0; i < kMost; ++i) {
    more = more & holds(k + one);
    k = choose(more, k + one, k);
  }
  more = code_.condition(true);
  for (int i = 0; i < kMost; ++i) {
    more = more & ~holds(k);
    k = choose(more, k - one, k);
  }
  if (!end) return choose(slope == zero, down(offset), k);
  const Number t = instant(choose(rising, k + one, k));
  // Instants that numbers cannot tell apart: as soon as possible.
  const Number soon = limit + code_.constant(2.220446049250313e-16) * size(limit);
  const Number next = choose(t > limit, t, soon);
  return choose((slope == zero) | ~isFinite(k), infinity, next);
}

Number LaneWriter::tick(size_t sample) {
  const Sample& s = samples_[sample];
  return code_.load(s.first) + code_.load(s.count) * code_.load(s.interval);
}

void LaneWriter::beginSamples(Number start, Number stop) {
  if (samples_.empty()) return;
  const std::vector<Number> given = write(program_.samples);
  const Number least = room(code_, larger(size(start), size(stop)));
  const Number one = code_.constant(1), zero = code_.constant(0);
  for (size_t k = 0; k < samples_.size(); ++k) {
    const Number first = given[2 * k], interval = given[2 * k + 1];
    fail(~(interval >= least) | (first != first));
    code_.store(first, samples_[k].first);
    code_.store(interval, samples_[k].interval);
    const Number behind = (start - first) / interval;
    const Number whole = choose(behind > one, down(behind) - one, zero);
    code_.store(whole, samples_[k].count);
    // The quotient is rounded: one or two more.
    for (int more = 0; more < 3; ++more) {
      const Number count = code_.load(samples_[k].count);
      const Condition early = tick(k) < start - room(code_, start);
      code_.store(choose(early, count + one, count), samples_[k].count);
    }
  }
}

Number LaneWriter::nextTick() {
  Number next = code_.constant(__builtin_inf());
  for (size_t k = 0; k < samples_.size(); ++k) {
    const Number t = tick(k);
    next = choose(t < next, t, next);
  }
  return next;
}

// Ticks that differ only by rounding are one, as in single runs (TimeSchedule::activate).
void LaneWriter::activateTicks(Condition active) {
  const Number t = time();
  for (size_t k = 0; k < samples_.size(); ++k) {
    const Number next = tick(k), first = code_.load(samples_[k].first);
    const Number most = larger(larger(size(t), size(first)), next - first);
    const Condition due = active & (next <= t + room(code_, most));
    code_.store(due | code_.test(samples_[k].active), samples_[k].active);
    const Number count = code_.load(samples_[k].count);
    code_.store(choose(due, count + code_.constant(1), count), samples_[k].count);
  }
}

Condition LaneWriter::ticks() {
  Condition any = code_.condition(false);
  for (const Sample& each : samples_) any = any | code_.test(each.active);
  return any;
}

void LaneWriter::endTicks(Condition active) {
  for (const Sample& each : samples_) code_.store(code_.test(each.active) & ~active, each.active);
}

}  // namespace formola::lanes
