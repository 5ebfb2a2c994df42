// Derivatives of inputs by the integration formula.
#pragma once

#include <vector>

#include "structure/structured_dae.h"

namespace formola {

// Purpose:    makes an input differentiable where an integration formula is inlined: a state that
//             follows the input takes its place in the equations, and the formula that integrates
//             the state gives its derivative as an implicit difference of the input's values.
// Requires:   a Real input; before the equations that need its derivative are differentiated.
// Ensures:    model.inputDifferences has an entry {input, state, slope}. The ordinary program has
//             der(state) = slope, which whoever runs it has from the steps and, where these
//             begin, from the input itself (InlinedSystem::held, runtime/input_signals.h);
//             inlineIntegration puts state = input in its place.
// Reference:  Cellier and Kofman, Continuous System Simulation (2006), 8.2: der(u) in a DAE is
//             replaced by the formula as any other derivative is.
void followInput(StructuredDae& model, VariableId input);
// There is a state already; its own derivative is not to be had.
bool isFollowed(const StructuredDae& model, VariableId input);

}  // namespace formola
