#include "fmu/scheduled_execution.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace formola::fmu {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// An input clock and its next tick.
struct Clock {
  const Variable* variable = nullptr;
  int32_t place = -1;
  double next = kNever;
  double first = 0, interval = 0;  // periodic: ticks at first + count * interval
  int64_t count = 0;
  std::vector<double> times;  // triggered
};

class Schedule {
 public:
  Schedule(Instance& instance, const Places& places, const CoSimulation& problem,
           std::vector<double>& values)
      : instance_(instance), places_(places), problem_(problem), v_(values) {}

  CoSimulationReport run(const Description& description,
                         const std::vector<TriggeredClock>& triggered) {
    collect(description, triggered);
    if (start())
      while (advance()) {
      }
    report_.time = time_;
    return std::move(report_);
  }

 private:
  void collect(const Description& description, const std::vector<TriggeredClock>& triggered);
  bool start();
  bool begin(Clock& clock);
  bool lookAt(Clock& clock);
  bool advance();
  bool tick();
  bool activate(Clock& clock);
  bool lookAtClocks();
  static void findNext(Clock& clock);
  bool finish(CoSimulationEnd end, std::string message = {}) {
    report_.end = end;
    report_.message = std::move(message);
    return false;
  }
  bool fail() { return finish(CoSimulationEnd::Failed, instance_.failure()); }
  bool readAll() {
    for (const auto* part : {&places_.continuous, &places_.discrete, &places_.parameters})
      if (!succeeded(readNumbers(instance_, *part, v_.data()))) return fail();
    return true;
  }
  bool row(bool event) {
    if (event && !problem_.eventRows) return true;
    return problem_.row(time_, v_.data(), event) || finish(CoSimulationEnd::RowRefused);
  }
  bool driveInputs() {
    for (const runtime::DrivenInput& input : problem_.inputs)
      v_[static_cast<size_t>(input.index)] = input.signal->at(time_, true);
    for (const auto* part : {&places_.continuousInputs, &places_.discreteInputs})
      if (!succeeded(writeNumbers(instance_, *part, v_.data()))) return fail();
    return true;
  }
  // Times that are equal but for rounding are one.
  double resolution() const {
    return 1e-12 * (std::abs(problem_.start) + std::abs(problem_.stop - problem_.start));
  }

  Instance& instance_;
  const Places& places_;
  const CoSimulation& problem_;
  std::vector<double>& v_;
  std::vector<Clock> clocks_;  // by priority
  std::vector<std::pair<Reference, int32_t>> outputs_;
  CoSimulationReport report_;
  double time_ = 0;
  int64_t rowsDone_ = 0;
};

void Schedule::collect(const Description& description,
                       const std::vector<TriggeredClock>& triggered) {
  for (uint32_t i = 0; i < description.variables.size(); ++i) {
    const Variable& variable = description.variables[i];
    if (variable.type != ValueType::Clock) continue;
    if (variable.causality == Causality::Output)
      outputs_.emplace_back(variable.reference, places_.first[i]);
    if (variable.causality != Causality::Input) continue;
    Clock clock;
    clock.variable = &variable;
    clock.place = places_.first[i];
    for (const TriggeredClock& each : triggered)
      if (each.variable == i)
        std::copy_if(each.times.begin(), each.times.end(), std::back_inserter(clock.times),
                     [&](double t) { return t >= problem_.start - resolution(); });
    clocks_.push_back(std::move(clock));
  }
  std::stable_sort(clocks_.begin(), clocks_.end(), [](const Clock& a, const Clock& b) {
    return a.variable->clock.priority < b.variable->clock.priority;
  });
}

// In the initialisation: what the description does not say follows from parameters.
bool Schedule::begin(Clock& clock) {
  const ClockFacts& facts = clock.variable->clock;
  if (facts.ticking == Ticking::Triggered || facts.ticking == Ticking::Countdown) {
    findNext(clock);
    return facts.ticking == Ticking::Triggered || lookAt(clock);
  }
  const bool periodic = facts.ticking == Ticking::Periodic;
  double shift = facts.shift.value_or(0);
  bool known = true;
  const Reference reference = clock.variable->reference;
  clock.interval = facts.interval.value_or(0);
  if (!facts.interval && !succeeded(instance_.getInterval(reference, clock.interval, known)))
    return fail();
  if (!facts.interval && periodic && !succeeded(instance_.getShift(reference, shift)))
    return fail();
  const bool sound = periodic ? clock.interval > resolution() : clock.interval >= 0;
  if (!sound || !known || !(shift >= 0))
    return finish(CoSimulationEnd::Failed,
                  fmt::format("the clock '{}' has no sound interval: {}", clock.variable->name,
                              known ? fmt::format("{}, after {}", clock.interval, shift)
                                    : "it is not known"));
  clock.first = problem_.start + shift;
  clock.next = problem_.start + clock.interval;  // of one that changes
  findNext(clock);
  return true;
}

// Where that is known beforehand.
void Schedule::findNext(Clock& clock) {
  const Ticking ticking = clock.variable->clock.ticking;
  if (ticking == Ticking::Triggered)
    clock.next = clock.times.empty() ? kNever : clock.times.front();
  else if (ticking == Ticking::Periodic)
    clock.next = clock.first + static_cast<double>(clock.count) * clock.interval;
}

bool Schedule::start() {
  time_ = problem_.start;
  if (!succeeded(instance_.enterInitialization(problem_.start, problem_.stop, problem_.tolerance)))
    return fail();
  if (!driveInputs()) return false;
  for (Clock& clock : clocks_)
    if (!begin(clock)) return false;
  if (!succeeded(instance_.exitInitialization())) return fail();
  return lookAtClocks() && readAll() && row(false);
}

// Whether a countdown has begun.
bool Schedule::lookAt(Clock& clock) {
  double interval = 0;
  bool known = false;
  if (!succeeded(instance_.getInterval(clock.variable->reference, interval, known))) return fail();
  if (known && !(interval >= 0))
    return finish(CoSimulationEnd::Failed, fmt::format("the countdown of the clock '{}' is {}",
                                                       clock.variable->name, interval));
  if (known) clock.next = time_ + interval;
  return true;
}

// Countdowns that have begun, and output clocks that tick.
bool Schedule::lookAtClocks() {
  if (!instance_.clocksUpdated()) return true;
  for (Clock& clock : clocks_)
    if (clock.variable->clock.ticking == Ticking::Countdown && !lookAt(clock)) return false;
  for (const auto& [reference, place] : outputs_) {
    bool ticked = false;
    if (!succeeded(instance_.getClock(reference, ticked))) return fail();
    if (ticked) v_[static_cast<size_t>(place)] = 1;
  }
  return true;
}

bool Schedule::activate(Clock& clock) {
  const Ticking ticking = clock.variable->clock.ticking;
  const Reference reference = clock.variable->reference;
  clock.next = kNever;
  v_[static_cast<size_t>(clock.place)] = 1;
  ++report_.steps;
  if (!succeeded(instance_.activatePartition(reference, time_))) return fail();
  if (ticking == Ticking::Periodic) {
    ++clock.count;
    findNext(clock);
  } else if (ticking == Ticking::Changing) {
    double interval = 0;
    bool known = false;
    if (!succeeded(instance_.getInterval(reference, interval, known))) return fail();
    if (known) clock.interval = interval;
    if (!(clock.interval > resolution()))
      return finish(CoSimulationEnd::Failed, fmt::format("the interval of the clock '{}' is {}",
                                                         clock.variable->name, clock.interval));
    clock.next = time_ + clock.interval;
  } else if (ticking == Ticking::Triggered) {
    clock.times.erase(clock.times.begin(), std::upper_bound(clock.times.begin(), clock.times.end(),
                                                            time_ + resolution()));
    findNext(clock);
  }
  return lookAtClocks();
}

// All that ticks at this time, with what it makes tick at once.
bool Schedule::tick() {
  constexpr int kMost = 100000;
  ++report_.events;
  if (time_ > problem_.start && !row(true)) return false;
  if (!driveInputs()) return false;
  for (int i = 0; i < kMost; ++i) {
    const auto due = std::find_if(clocks_.begin(), clocks_.end(), [&](const Clock& clock) {
      return clock.next <= time_ + resolution();
    });
    if (due == clocks_.end()) {
      const bool served = problem_.start + static_cast<double>(rowsDone_ + 1) * problem_.rows <=
                          time_ + resolution();
      rowsDone_ += served ? 1 : 0;
      if (!readAll() || !row(!served)) return false;
      for (const Clock& clock : clocks_) v_[static_cast<size_t>(clock.place)] = 0;
      for (const auto& output : outputs_) v_[static_cast<size_t>(output.second)] = 0;
      return true;
    }
    if (!activate(*due)) return false;
  }
  return finish(CoSimulationEnd::Failed,
                fmt::format("the clocks do not stop to tick at time {}", time_));
}

bool Schedule::advance() {
  if (problem_.interrupt != nullptr && problem_.interrupt->load(std::memory_order_relaxed))
    return finish(CoSimulationEnd::Interrupted, fmt::format("interrupted at time {}", time_));
  double next = kNever;
  for (const Clock& clock : clocks_) next = std::min(next, clock.next);
  const double grid =
      std::min(problem_.start + static_cast<double>(rowsDone_ + 1) * problem_.rows, problem_.stop);
  if (next <= std::min(grid, problem_.stop) + resolution()) {
    time_ = std::max(time_, next);
    return tick();
  }
  if (time_ >= problem_.stop - resolution()) return finish(CoSimulationEnd::Finished);
  time_ = grid;
  ++rowsDone_;
  if (!driveInputs() || !readAll()) return false;
  return row(false);
}

}  // namespace

CoSimulationReport runScheduled(Instance& instance, const Description& description,
                                const Places& places, const CoSimulation& problem,
                                const std::vector<TriggeredClock>& triggered,
                                std::vector<double>& values) {
  return Schedule(instance, places, problem, values).run(description, triggered);
}

}  // namespace formola::fmu
