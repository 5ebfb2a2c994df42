// From the command line to the result.
#pragma once

#include <string>

#include "compiler/compilation.h"
#include "driver/options.h"

namespace formola {

// The files of the command line, and the name of the model behind them if there is one.
std::string loadInputs(Compilation& compilation, const Options& options);

// Carries out the command; the exit status of the contract.
int runCommand(const Options& options);

}  // namespace formola
