// Which variables of a model one wants to see first.
#pragma once

#include <string>
#include <vector>

#include "source/source.h"
#include "structure/structured_dae.h"

namespace formola {

// Whether a variable belongs to a sensor: it is declared in a file or folder of that name.
bool isSensed(const StructuredDae& model, const SourceManager& sources, VariableId id);

// Purpose:    names, the most interesting ones first: outputs of the model, what sensors measure,
//             the model's own variables and states, states of its components, states further in.
// Ensures:    no parameters, nothing that is hidden, and of aliases (but for their sign) the first.
// Complexity: linear in the number of variables.
std::vector<std::string> firstSignals(const StructuredDae& model, const SourceManager& sources);

}  // namespace formola
