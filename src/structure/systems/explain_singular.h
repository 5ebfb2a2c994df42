// Structurally singular systems in the user's terms.
#pragma once

#include <span>

#include "diag/diag.h"
#include "graph/dulmage_mendelsohn.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    one diagnostic for each independent over- or under-determined part: how many
//             equations stand against how many unknowns, with a note for each equation (its text,
//             source line and instance) and each unknown.
// Requires:   indices of the components refer to `equations` and `unknowns`.
void explainSingular(const StructuredDae& model, std::span<const StructuredEquation> equations,
                     std::span<const VariableId> unknowns,
                     std::span<const graph::DulmageMendelsohn::Component> over,
                     std::span<const graph::DulmageMendelsohn::Component> under, DiagCode code,
                     Diagnostics& diagnostics);

}  // namespace formola
