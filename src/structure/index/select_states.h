// Dummy derivatives: which differentiated variables are states.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    after Pantelides' algorithm, choose for every differentiated equation one derivative
//             that becomes algebraic, from the highest order downwards; set the roles of all
//             variables with derivatives. Where no choice is right for all times, the model gets
//             sets of states that are chosen at run time (model.stateSets).
// Requires:   chains of derivatives in `info` and `equations`; `differentiated`, by variable:
//             der(x) stands in the model. Others are states only if they are wanted (specification
//             3.6, 4.8.8.1).
// Reference:  Mattsson and Söderlind (1993), section 3.2: among the highest derivatives choose
//             columns z with regular dg/dz for the differentiated equations g; then the same one
//             order lower among the chosen. All blocks at once, so that a preferred state may also
//             replace one that an earlier block determines. Dynamic sets: see
//             docs/decisions/0005-dynamic-state-selection.md.
void selectStates(StructuredDae& model, const std::vector<char>& differentiated,
                  const StructureOptions& options, Diagnostics& diagnostics);

}  // namespace formola
