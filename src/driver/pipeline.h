// From the command line to the result, top to bottom.
#pragma once

#include "driver/options.h"

namespace formola {

// Carries out the command; the exit status of the contract.
int run(const Options& options);

}  // namespace formola
