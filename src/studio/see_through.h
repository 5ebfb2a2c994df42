// Which component determines what, after sorting: for arrows and loops on the diagram.
#pragma once

#include <string>
#include <vector>

#include "lsp/json_texts.h"
#include "structure/structured_dae.h"

namespace formola::studio {

using lsp::Json;

// Purpose:    {ports: {"R.p": {"v": "in", "i": "out"}}, loops: [{kind, size, torn, unknowns,
//             components}]}. A variable of a connector is "out" where an equation of its component
//             determines it, "in" where it comes from elsewhere, "known" where nothing has to be
//             computed.
// Requires:   `ports`: connectors "component.connector", or a connector of the model itself.
// Complexity: linear in the model, and the ports times their variables.
Json seeThrough(const StructuredDae& model, const SourceManager& sources,
                const std::vector<std::string>& ports);

// Purpose:    the equation that determines a variable: {variable, alias, role, equation, component,
//             block, size, kind, file, line, text}.
Json determines(const StructuredDae& model, const SourceManager& sources, const std::string& name);

}  // namespace formola::studio
