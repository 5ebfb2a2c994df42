// Branches that parameters decide about.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    an if whose condition follows from parameters becomes the branch that it chooses
// where
//             the other one has unknowns that this one lacks: an equation must not be solved for an
//             unknown that is not there, nor a state be made of one whose derivative is not.
// Requires:   bindUnknowns; derivatives are still der(x).
// Ensures:    only equations change, and model.usedValues. Values that a user gives directly stay
//             symbols, but for those of switches (Boolean, Integer, enumeration) that take
//             derivatives away.
// Complexity: linear in the size of the equations, times the depth of such ifs.
StructuredDae decideSwitches(StructuredDae model, const StructureOptions& options,
                             Diagnostics& diagnostics);

}  // namespace formola
