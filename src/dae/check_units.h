// Compares the units of what equations set equal, add and compare.
#pragma once

#include "dae/dae.h"
#include "diag/diag.h"

namespace formola {

// Purpose:    warns where an equation sets a voltage equal to a current, adds or compares them, or
//             takes the sine of a length. Units of scalar variables that declare none are inferred
//             from the equations, start values and values of parameters.
// Requires:   a flat DAE, before or after scalarize.
// Ensures:    one warning for each place in the text. Nothing is said of what cannot be judged:
//             calls of functions, powers with variable exponents, arrays without a declared unit,
//             factors that are no small fraction (they may convert units or be constants that have
//             one). Angles are pure numbers.
// Complexity: linear in the size of the equations, times the length of the longest chain of
//             inferences against the order of the equations, at most kRounds.
// Reference:  Modelica specification 3.6, 4.9 (attributes) and chapter 19 (unit expressions).
void checkUnits(const Dae& dae, Diagnostics& diagnostics);

}  // namespace formola
