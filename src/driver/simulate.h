// The simulate command: result files and the report.
#pragma once

#include "compiler/compilation.h"
#include "driver/options.h"

namespace formola {

// Purpose:    simulation of a model that was chosen, results.
// Ensures:    the exit status of the contract. Model errors are in the compilation's diagnostics; a
//             failed simulation is explained on standard error and leaves what it had computed in
//             the result file.
int simulateModel(Compilation& compilation, const Options& options);

}  // namespace formola
