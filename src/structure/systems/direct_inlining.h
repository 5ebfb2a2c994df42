// Inlined systems of models whose index was not reduced.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"
#include "structure/systems/inline_integration.h"

namespace formola {

// Purpose:    lets a model of higher index be integrated by its inlined system alone. Its equations
//             cannot be solved for der(x) from x; only the step can be solved, where the formula
//             gives derivatives by a division by h.
// Requires:   a model without blocks, and its inlined system.
// Ensures:    what the states determine without their constraints follows from them as in any other
//             model. Where there are too many or too few equations for that, every derivative and
//             algebraic variable is what whoever makes the steps holds for it
//             (InlinedSystem::held): only the ends of steps give it.
// Complexity: that of sortEquations and tearBlocks.
// Reference:  Cellier and Kofman, Continuous System Simulation (2006), 8.5: inlining circuit 3.
StructuredDae holdStepValues(StructuredDae model, InlinedSystem& system,
                             const StructureOptions& options, Diagnostics& diagnostics);

}  // namespace formola
