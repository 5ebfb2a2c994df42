// Which buffer an expression delay() reads, and which line a spatialDistribution().
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

// The number of a profile among the schedule's; as many as there are if it has none.
inline size_t lineOf(const Schedule& schedule, int64_t profile) {
  const auto& all = schedule.transports;
  const auto at = std::ranges::lower_bound(all, profile, {}, &Transport::profile);
  return static_cast<size_t>((at == all.end() || at->profile == profile ? at : all.end()) -
                             all.begin());
}

}  // namespace formola
