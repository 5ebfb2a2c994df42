// The methods command: what the integration methods are and how stable they are.
#pragma once

#include "driver/options.h"

namespace formola {

// Prints the list, or writes the page of --html; the exit status of the contract.
int showMethods(const Options& options);

}  // namespace formola
