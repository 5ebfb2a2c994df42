// Which states each derivative depends on.
#pragma once

#include "schedule/schedule.h"

namespace formola {

// Purpose:    the sparsity pattern of d der(x)/dx, for coloured differences and sparse linear
//             algebra of the integrators.
// Requires:   blocks and slots.
// Ensures:    schedule.jacobianColumns / jacobianRows in compressed columns, or empty where the
//             matrix is small or more than a quarter full: then it is treated as dense. Relations
//             are frozen and cause no dependence.
// Complexity: the total size of the sets of states that the unknowns depend on; given up (dense)
//             when that gets large.
void buildStatePattern(Schedule& schedule);

}  // namespace formola
