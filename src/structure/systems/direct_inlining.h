// Inlined systems of models whose index was not reduced.
#pragma once

#include "structure/structured_dae.h"
#include "structure/systems/inline_integration.h"

namespace formola {

// Purpose:    lets a model of higher index be integrated by its inlined system alone. Its equations
//             cannot be solved for der(x) from x; only the step can be solved, where the formula
//             gives derivatives by a division by h.
// Requires:   a model without blocks, and its inlined system.
// Ensures:    the equations of the model say that every derivative and algebraic variable is what
//             it was at the end of the last step, a start value before the first one; the inlined
//             system keeps these values.
// Reference:  Cellier and Kofman, Continuous System Simulation (2006), 8.5: inlining circuit 3.
void holdStepValues(StructuredDae& model, InlinedSystem& system);

}  // namespace formola
