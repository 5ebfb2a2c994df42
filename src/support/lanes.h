// Numbers side by side in a register, for loops that the compiler does not vectorise well by
// itself: short ones above all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/machine.h"

namespace formola {

// Four numbers; on a machine with narrower registers the compiler takes two for it.
constexpr size_t kLanes = 4;
using Lanes = double
    __attribute__((vector_size(kLanes * sizeof(double)), aligned(sizeof(double)), may_alias));
// Indices beside them, to choose by: `kLaneIndices + i < n ? lanes : Lanes{}`.
using LaneIndices = int64_t __attribute__((vector_size(kLanes * sizeof(int64_t))));
constexpr LaneIndices kLaneIndices = {0, 1, 2, 3};

// The length of a vector whose last lanes may be used as a whole.
constexpr size_t wholeLanes(size_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

}  // namespace formola

// A function that took or returned them would be called differently on each machine.
#define FORMOLA_LANES(address) (*reinterpret_cast<::formola::Lanes*>(address))
#define FORMOLA_CONST_LANES(address) (*reinterpret_cast<const ::formola::Lanes*>(address))
