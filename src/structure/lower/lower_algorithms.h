// Algorithm sections as functions.
#pragma once

#include <span>

#include "structure/structured_dae.h"

namespace formola {

// Purpose:    replaces each algorithm by equations y = f(x, pre(y), ...) with a new function f
// whose
//             inputs are what the algorithm reads and whose results are what it assigns. A
//             when-statement keeps its condition in an additional Boolean variable.
// Ensures:    adds the function, the Boolean variables and the equations to `model` (the initial
//             ones if `initial`). Relations in the algorithm on variables that it does not assign
//             are passed in as Boolean arguments, so that they cause events; others do not.
// Complexity: linear in the size of each algorithm plus its inputs times its outputs, and once in
// the model.
void lowerAlgorithms(StructuredDae& model, std::span<const Algorithm> algorithms, bool initial);

}  // namespace formola
