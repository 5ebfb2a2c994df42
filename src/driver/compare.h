// The compare command.
#pragma once

#include "driver/options.h"

namespace formola {

// Compares two result files; 0 if every common signal lies in its tube, 1 if not, 2 if a file
// cannot be read.
int compareResults(const Options& options);

}  // namespace formola
