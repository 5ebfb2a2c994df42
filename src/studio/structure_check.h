// Whether the equations of a model can be sorted, told while it is written.
#pragma once

#include <string>

#include "lsp/json_texts.h"
#include "lsp/workspace.h"

namespace formola::studio {

using lsp::Json;

// Diagnostics of a compilation for the page: {severity (1 error, 2 warning), code, message, range};
// notes without a place are further lines of the message. Ranges in other files are null.
Json findingsOf(const Diagnostics& diagnostics, const SourceManager& sources,
                const std::string& path, const lsp::LineIndex& lines);

// Purpose:    {uri, version, class, findings} of the class at a place in the text: what no check of
//             single equations can find, as a circuit without a ground.
// Ensures:    no findings where the class is not meant to run by itself: it is partial, or has
//             connectors or inputs of its own; or where it has errors of another kind.
// Complexity: that of a translation without code.
Json structureAnswer(const lsp::Workspace& workspace, const lsp::OpenFile& file, uint32_t place);

}  // namespace formola::studio
