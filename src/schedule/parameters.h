// The order in which parameters and start values are computed.
#pragma once

#include "schedule/schedule.h"

namespace formola {

// Purpose:    steps for the bindings of parameters that are no literals, each after those it needs;
//             then for start values that are no literals.
// Ensures:    parameters with literal values need no step: they are the initial contents of v, so
//             that a user may overwrite them. A cycle is reported with the names in it.
// Complexity: linear in the size of the bindings.
void scheduleParameters(Schedule& schedule, Diagnostics& diagnostics);

}  // namespace formola
