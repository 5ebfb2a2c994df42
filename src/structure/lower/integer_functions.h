// floor, ceil, integer, div, mod and rem of continuous quantities.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    these functions jump, so that they must cause events: each becomes a discrete
//             variable f = floor(x), the others follow from floor. Where x is affine in time with
//             otherwise discrete operands, f counts instants that are known beforehand
//             (expr/floor_of_time.h); else it follows the relations x >= pre(f) and
//             x < pre(f) + 1.
// Requires:   lowerEvents.
// Ensures:    no such function of a continuous argument is left outside of noEvent.
// Complexity: linear in the size of the equations.
// Reference:  Modelica specification 3.6, 3.7.2 (event triggering mathematical functions).
StructuredDae lowerIntegerFunctions(StructuredDae model, const StructureOptions& options,
                                    Diagnostics& diagnostics);

}  // namespace formola
