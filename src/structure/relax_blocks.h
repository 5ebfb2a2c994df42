// Linear blocks -> assignments, where formulas are better than numbers.
#pragma once

#include "diag/diag.h"
#include "structure/incidence.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    solves small linear blocks of any torn system by formulas (structure/closed_form.h),
//             also those inside mixed and nonlinear blocks.
// Requires:   tearSystem.
// Ensures:    a linear block that was solved has no torn variables; `inner` computes all its
//             unknowns.
// Complexity: linear in the size of the blocks that are torn to a few variables.
void relaxSystem(const EquationSystem& system, std::vector<Block>& blocks,
                 const StructureOptions& options);

StructuredDae relaxBlocks(StructuredDae model, const StructureOptions& options,
                          Diagnostics& diagnostics);

}  // namespace formola
