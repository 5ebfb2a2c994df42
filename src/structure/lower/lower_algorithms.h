// Algorithm sections as functions.
#pragma once

#include "structure/structured_dae.h"

namespace formola {

// Purpose:    replaces an algorithm by equations y = f(x, pre(y), ...) with a new function f whose
//             inputs are what the algorithm reads and whose results are what it assigns. A
//             when-statement keeps its condition in an additional Boolean variable.
// Ensures:    adds the function, the Boolean variables and the equations to `model` (the initial
//             ones if `initial`). Relations in the algorithm on variables that it does not assign
//             are passed in as Boolean arguments, so that they cause events; others do not.
// Complexity: linear in the size of the algorithm plus inputs times outputs.
void lowerAlgorithm(StructuredDae& model, const Algorithm& algorithm, bool initial);

}  // namespace formola
