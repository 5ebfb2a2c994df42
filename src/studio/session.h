// The conversation with one page: the language server's messages and those of the studio.
#pragma once

#include <memory>

#include "studio/connection.h"
#include "studio/options.h"
#include "studio/web_server.h"

namespace formola::studio {

// Purpose:    answers the page (docs/studio.md lists the messages).
// Ensures:    files are read and written in the opened folder only; checks and simulations run in
//             other processes, which may crash or be ended without harm.
std::unique_ptr<Conversation> makeSession(const StudioOptions& options, Connection& connection);

}  // namespace formola::studio
