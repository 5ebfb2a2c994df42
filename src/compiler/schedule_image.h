// A schedule as bytes, for the cache of translations.
#pragma once

#include <optional>

#include "schedule/schedule.h"
#include "support/serialize.h"

namespace formola {

// Purpose:    the schedule with its model and its expressions, all ids kept; without the gate.
// Complexity: linear in the nodes of the pool and the size of the model.
void writeSchedule(serial::Writer& out, const Schedule& schedule);
// Nothing if the bytes are no schedule.
std::optional<Schedule> readSchedule(serial::Reader& in);

}  // namespace formola
