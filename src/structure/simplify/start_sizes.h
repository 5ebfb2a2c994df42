// Sizes of variables that start far below one.
#pragma once

#include "structure/structured_dae.h"

namespace formola {

// Purpose:    gives a nominal value to each Real unknown that has none and whose start value, given
//             in the model or by a modifier, is smaller than a thousandth: the size of that, where
//             it is a number or product, and not what is left of a sum. The elements of an array
//             have one size, that of the largest: nobody asks for the digits in the tails of a
//             profile. Below tolerance times nominal value, 1e-6 of the usual 1, a state counts as
//             zero and corrections of an unknown as nothing: an epidemic that begins with 1e-8,
//             charges in picocoulomb and concentrations were wrong altogether.
// Requires:   eliminateAliases, so that what is said of one name counts for all.
// Ensures:    only attributes change; the start values of parameters are those of the translation.
// Complexity: linear.
void takeSizesOfStarts(StructuredDae& model);

}  // namespace formola
