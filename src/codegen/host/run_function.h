// Runs the register code of user functions.
#pragma once

#include "codegen/lower/compiled_functions.h"

namespace formola::lowered {

// Requires: `stack` has functions.stack(number) registers at least.
// Ensures:  false: the code failed, or a result is no number.
bool runFunction(const CompiledFunctions& functions, size_t number, const double* arguments,
                 double* results, double* stack);

}  // namespace formola::lowered
