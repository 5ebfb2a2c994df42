// External functions that a model calls but that don't exist on this machine.
#pragma once

#include <span>

#include "diag/diag.h"
#include "evaluate/external_libraries.h"

namespace formola {

// Purpose: reports each external function that is called from one of `called`, directly or through
//          other functions, and can't be found.
// Ensures: libraries that are needed have been loaded, sources of Include compiled.
void checkExternals(const Dae& dae, std::span<const FunctionId> called,
                    ExternalLibraries& libraries, Diagnostics& diagnostics);

}  // namespace formola
