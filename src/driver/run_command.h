// From the command line to the result.
#pragma once

#include "driver/options.h"

namespace formola {

// Carries out the command; the exit status of the contract.
int runCommand(const Options& options);

}  // namespace formola
