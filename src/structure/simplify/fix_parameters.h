// Values of parameters that the structure takes into account.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    puts 0 for parameters that follow from others (or are final or protected) and have
//             that value, so that terms vanish from the structure: a transistor whose resistance is
//             computed to be 0 has one node less. So do results of functions that are 0 for such
//             parameters whatever their other arguments are: a capacitance that vanishes at every
//             voltage leaves no derivative. Equations are simplified.
// Requires:   lowerEvents.
// Ensures:    only equations and actions change; the parameter itself keeps its binding. Values
//             that a user gives directly stay symbols.
//             Attributes fixed, nominal, min and max that depend on parameters get their values,
//             where these are known at translation; start stays an expression. Parameters
//             outside of their min and max are reported.
// Complexity: linear, plus the evaluation of the bindings.
StructuredDae fixZeroParameters(StructuredDae model, const StructureOptions& options,
                                Diagnostics& diagnostics);

}  // namespace formola
