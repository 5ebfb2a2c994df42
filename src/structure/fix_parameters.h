// Parameters that are zero.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    puts 0 for parameters that follow from others (or are final or protected) and have
//             that value, so that terms vanish from the structure: a transistor whose resistance is
//             computed to be 0 has one node less. Equations are simplified.
// Requires:   lowerEvents.
// Ensures:    only equations and actions change; the parameter itself keeps its binding. Values
//             that a user gives directly stay symbols.
// Complexity: linear, plus the evaluation of the bindings.
StructuredDae fixZeroParameters(StructuredDae model, const StructureOptions& options,
                                Diagnostics& diagnostics);

}  // namespace formola
