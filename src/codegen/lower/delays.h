// Which buffer an expression delay() reads.
#pragma once

#include <algorithm>

#include "schedule/schedule.h"

namespace formola {

// The buffer that a delay() reads, also at a stage of an inlined step; as many as there are if it
// reads none.
inline size_t delayOf(const Schedule& schedule, ExprId id) {
  const auto at =
      std::find_if(schedule.delays.begin(), schedule.delays.end(), [&](const DelayBuffer& delay) {
        return delay.expression == id ||
               std::find(delay.atStages.begin(), delay.atStages.end(), id) != delay.atStages.end();
      });
  return static_cast<size_t>(at - schedule.delays.begin());
}

}  // namespace formola
