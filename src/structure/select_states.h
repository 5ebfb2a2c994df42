// Dummy derivatives: which differentiated variables are states.
#pragma once

#include <vector>

#include "diag/diag.h"
#include "graph/matching.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    after Pantelides' algorithm, choose for every differentiated equation one derivative
//             that becomes algebraic, from the highest order downwards; set the roles of all
//             variables with derivatives.
// Requires:   chains of derivatives in `info` and `equations`; blockOfEquation and blockOfVariable
//             number the strong components of the most differentiated equations and the variables
//             of highest order; those of lower order belong to the block of the highest.
// Reference:  Mattsson and Söderlind (1993), section 3.2: in each block g of differentiated
//             equations choose columns z with regular dg/dz; then the same one order lower among
//             the chosen.
void selectStates(StructuredDae& model, const std::vector<int>& blockOfEquation,
                  const std::vector<int>& blockOfVariable, Diagnostics& diagnostics);

}  // namespace formola
