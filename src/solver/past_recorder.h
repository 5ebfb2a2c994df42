// What delay() and transported profiles remember of a run, and when it comes out again; functions
// that are called at the ends of steps are called with it.
#pragma once

#include <limits>
#include <vector>

#include "solver/events.h"
#include "solver/problem.h"

namespace formola::solver {

// Purpose:    makes entries so close to each other that what is read between them is as exact as
// the
//             integration, and time events of the jumps that come out of delays and profiles.
// Requires:   `schedule` outlives it.
class PastRecorder {
 public:
  PastRecorder(FmlData* d, const SimulationProblem& problem, TimeSchedule& schedule)
      : d_(d), problem_(problem), schedule_(schedule) {}

  // With entries at the ends of steps only, or in between as far apart as `spacing` to begin with;
  // nothing happens after `end`.
  void begin(double spacing, double end);
  bool any() const { return d_->model->storeDelays != nullptr; }
  // An entry for the present point, of which an event may have made another one. True: it may bring
  // a time event earlier than it was expected.
  bool store(bool afterEvent);
  // Where the next entry is due.
  double next() const { return last_ + spacing_; }
  // The solution has a kink at the start, whose echoes get smoother by one derivative each time.
  void scheduleEchoesOfStart();
  // The past is another one, at `time`.
  void restart(double time);

  static constexpr double kAtEndsOfSteps = std::numeric_limits<double>::infinity();

 private:
  void adaptSpacing();
  bool scheduleArrivals();

  FmlData* d_;
  const SimulationProblem& problem_;
  TimeSchedule& schedule_;
  double spacing_ = kAtEndsOfSteps, end_ = 0;
  double coefficient_ = 0;  // of the error between entries
  double last_ = 0;
  std::vector<double> arrivals_;  // of jumps in transported profiles, as scheduled
};

}  // namespace formola::solver
