// What is done on the canvas or in a dialog, as changes of the text.
#pragma once

#include "lsp/json_texts.h"
#include "lsp/workspace.h"

namespace formola::studio {

using lsp::Json;

// Purpose:    the changes that a list of gestures makes, one after the other (docs/studio.md lists
//             the gestures).
// Ensures:    {patches: [[{range, newText}, …], …], names: […], others: [{uri, edits}, …]}: each
//             patch belongs to the text after the ones before; names of components that were added;
//             what a new name changes in other files. Throws
//             std::invalid_argument with the reason where a gesture cannot be done: then nothing is
//             to be done.
Json applyGestures(lsp::Workspace& workspace, const lsp::OpenFile& file, const Json& params);

}  // namespace formola::studio
