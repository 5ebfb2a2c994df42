// The translate command: the model as a program of another language.
#pragma once

#include "compiler/compilation.h"
#include "driver/options.h"

namespace formola {

// Purpose:    writes a model that was chosen as a program of the language options.target.
// Ensures:    the exit status of the contract; what the language cannot express is reported.
int translateModel(Compilation& compilation, const Options& options);

}  // namespace formola
