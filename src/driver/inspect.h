// The inspect command: what became of the equations.
#pragma once

#include "compiler/compilation.h"
#include "driver/options.h"

namespace formola {

// Purpose:    shows the structure of a model that was chosen, with the formula of options.method
//             inlined if it has one, as text, JSON or a page.
// Ensures:    the exit status of the contract.
int inspectModel(Compilation& compilation, const Options& options);

}  // namespace formola
