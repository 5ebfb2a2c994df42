// State events that accumulate: ever shorter intervals, as of a ball that bounces to rest.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::solver {

// Purpose:    infinitely many events before a finite time (Zeno's paradox) end where they can no
//             longer be told apart: the ball then falls through the floor, and nothing in the
//             results says that this is not meant. The watch follows the intervals between the
//             events of each relation.
// Complexity: O(1) for each event of a relation.
class AccumulationWatch {
 public:
  explicit AccumulationWatch(int32_t relations) : past_(static_cast<size_t>(relations)) {}

  void add(double time, const std::vector<int32_t>& crossed);
  // At the end: a relation whose events accumulated and came no more, while its sides went far
  // apart; empty: none. Requires: the model is evaluated at d->time.
  std::string warning(FmlData* d) const;

 private:
  static constexpr double kNever = -std::numeric_limits<double>::infinity();
  struct Past {
    double last = kNever, before = kNever;  // times of events
    // Over two events, since a bounce may be one event or two (down and up again).
    double span = -kNever, spanBefore = -kNever;
    double since = kNever;  // beginning of the run of shorter and shorter spans
    int32_t run = 0;
  };
  std::vector<Past> past_;
};

}  // namespace formola::solver
