// The interactive commands of seed 001, typed or from a script.
#pragma once

#include "driver/options.h"

namespace formola {

// Purpose:    reads commands until `quit` or the end, from options.inputs[0] if given (each command
//             is then repeated in the output), else from the terminal with history and completion,
//             else from standard input.
// Ensures:    errors in a model or a command are explained and the shell goes on; a script with
//             errors ends with exit status 1.
int runShell(const Options& options);

}  // namespace formola
