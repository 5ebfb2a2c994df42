// The lsp command: a conversation with an editor on standard input and output.
#pragma once

#include "driver/options.h"

namespace formola {

// Ensures:    ends when the editor says so or closes the input; an exit status as the protocol has
//             it: 0 after a shutdown, else 1.
int runLanguageServer(const Options& options);

}  // namespace formola
