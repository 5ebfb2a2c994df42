// Arguments and results that the equations must not have.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    div, mod and rem by zero, Integers beyond their range and delay times that are
//             negative or beyond their limit become errors at run time, in every back end:
//             assertions. Otherwise they would give infinities, wrong digits or the future.
// Requires:   lowerEvents.
// Ensures:    only actions are added. What stands in a branch is asserted where the branch is
//             taken. Functions take care of themselves.
// Complexity: linear in the size of the equations, times the nesting of conditions.
// Reference:  Modelica specification 3.6, 3.7.1 and 3.7.4.1.
StructuredDae assertRanges(StructuredDae model, const StructureOptions& options,
                           Diagnostics& diagnostics);

}  // namespace formola
