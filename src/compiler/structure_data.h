// The plain data of the structure page, from a structured model.
#pragma once

#include "results/structure_page.h"
#include "source/source.h"
#include "structure/structured_dae.h"
#include "structure/systems/inline_integration.h"

namespace formola {

// Purpose:    what `formola inspect --html`, the demo and the studio show: the sorted model and,
// with
//             `inlined`, the system that an integration formula makes of it.
// Requires:   tearBlocks; `inlined` made from this model. `method` is its name for the title.
// Complexity: linear in the printed equations.
results::StructurePage describeStructure(const StructuredDae& model, const InlinedSystem* inlined,
                                         std::string_view method, const SourceManager& sources);

}  // namespace formola
