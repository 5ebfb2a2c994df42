// formola draw: pictures of classes as SVG, PNG or JSON.
#pragma once

#include "compiler/compilation.h"
#include "driver/options.h"

namespace formola {

// Purpose: draws the class that was chosen, or with --all it and every class in it.
// Returns: an exit status.
int drawClasses(Compilation& compilation, const Options& options);

}  // namespace formola
