// The command run: scripts (.mos) as other tools have them.
#pragma once

#include "driver/options.h"

namespace formola {

// Purpose: runs the script options.inputs[0]; values of its statements are printed.
// Ensures: an unknown command, or one that is refused, ends the script with its file and line and
//          exit status 2; a command that fails gives what the language says (false, an empty
//          record) and its status in the end.
int runScript(const Options& options);

}  // namespace formola
