// What a dialog for the values of a component shows.
#pragma once

#include "lsp/json_texts.h"
#include "lsp/workspace.h"

namespace formola::studio {

using lsp::Json;

// Purpose:    the parameters of a component of a class, as its Dialog annotations arrange them.
// Ensures:    {component, class, description, classDescription, editable, parameters: [{name,
// description, type, unit,
//             displayUnit, value, default, tab, group, choices, enabled, min, max}]}; `value` is
//             what this class gives it, "" where it gives none, `default` what it has otherwise.
//             Throws std::invalid_argument if there is no such component.
Json parametersAnswer(lsp::Workspace& workspace, const lsp::OpenFile& file, const Json& params);

}  // namespace formola::studio
