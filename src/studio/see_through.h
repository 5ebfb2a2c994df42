// Which component determines what, after sorting: for arrows and loops on the diagram.
#pragma once

#include <string>
#include <vector>

#include "compiler/translated_model.h"
#include "lsp/json_texts.h"

namespace formola::studio {

using lsp::Json;

// Purpose:    {method, equations, states, aliases, largest, iterated: [names], ports: {"R.p": {"v":
// "in",
//             "i": "out"}}, loops: [{kind, size, torn, unknowns, components, own}]}, of the sorted
//             model or of the one with the formula of an inlined method. A variable of a connector
//             is "out" where an equation of its component determines it, "in" where it comes from
//             elsewhere, "known" where nothing has to be computed; arrays are told as one, "both"
//             where their elements differ. "own": equations of a loop in the text `path`.
// Requires:   `ports`: connectors "component.connector" without subscripts, or a connector of the
//             model itself.
// Ensures:    throws std::invalid_argument if the method cannot be inlined into the model.
// Complexity: linear in the model, and the ports times their variables.
Json seeThrough(const TranslatedModel& model, solver::Method method,
                const std::vector<std::string>& ports, const std::string& path);

// Purpose:    the equation that determines a variable: {variable, alias, role, equation, component,
//             block, size, kind, file, line, text}.
Json determines(const StructuredDae& model, const SourceManager& sources, const std::string& name);

// Purpose:    the way back: the sorted equations of a component, or ("") those at a line of a file
//             (from 0), each with the variable that it determines: [{variable, equation, component,
//             block, size, kind, file, line}].
Json equationsOf(const StructuredDae& model, const SourceManager& sources,
                 const std::string& component, const std::string& path, int line);

}  // namespace formola::studio
