// formola export: the model as a Functional Mock-up Unit.
#pragma once

#include "compiler/compilation.h"
#include "driver/options.h"

namespace formola {

// Returns the exit status.
int exportModel(Compilation& compilation, const Options& options);

}  // namespace formola
