// Unknowns that depend on parameters only.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    unknowns that follow from parameters alone, such as the resistance at the ambient
//             temperature, become bound parameters: computed once, and their sign is known where
//             something is divided by them.
// Requires:   eliminateAliases; derivatives are still der(x).
// Ensures:    a continuous Real unknown that one equation determines from parameters has the role
//             Parameter and that value as binding; the equation is gone. Left alone: what depends
//             on time, events, functions or parameters that initialisation determines; unknowns
//             that are differentiated or have a fixed start value.
// Complexity: linear in the size of the equations.
StructuredDae bindUnknowns(StructuredDae model, const StructureOptions& options,
                           Diagnostics& diagnostics);

}  // namespace formola
