// Linear blocks -> assignments, where formulas are better than numbers.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"
#include "structure/systems/incidence.h"

namespace formola {

// Purpose:    solves linear blocks of any torn system by formulas where that takes fewer operations
//             than numbers, also those inside mixed and nonlinear blocks: few torn variables in
//             closed form (structure/solve/closed_form.h), larger ones by elimination in the order
//             that relax(x) asks for or that is found automatically
//             (structure/solve/symbolic_elimination.h).
// Requires:   tearSystem. `diagnostics` may be null: hints that cannot be followed are not
//             reported.
// Ensures:    a linear block solved without conditions has no torn variables, and `inner` computes
//             all its unknowns. One whose pivots may vanish keeps its torn form and has `formulas`
//             with `guards`.
// Complexity: linear in the operations that are considered, a bounded multiple of those that torn
//             blocks take.
void relaxSystem(const EquationSystem& system, std::vector<Block>& blocks,
                 const StructureOptions& options, Diagnostics* diagnostics = nullptr);

StructuredDae relaxBlocks(StructuredDae model, const StructureOptions& options,
                          Diagnostics& diagnostics);

}  // namespace formola
