// The format command: Modelica text in one layout.
#pragma once

#include "driver/options.h"

namespace formola {

// Purpose:    formats the given files, and the .mo files of given folders, in place; with --stdout
//             or for "-" (standard input) the text goes to standard output, with --check only the
//             names of files that would change.
// Ensures:    a file with syntax errors stays as it is, and the errors are shown. A file is
//             replaced as a whole or not at all. An exit status of the contract: with --check 1 if
//             a file would change.
int formatFiles(const Options& options);

}  // namespace formola
