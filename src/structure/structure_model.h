// All structural passes in their order.
#pragma once

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Purpose:    scalar flat DAE -> sorted, torn blocks: lowerEvents, fixZeroParameters,
// lowerIntegerFunctions, eliminateAliases,
//             introduceDerivatives, reduceIndex, numberRelations, sortEquations, tearBlocks.
// Requires:   scalarize.
// Ensures:    stops after the first pass that reports an error; then `blocks` is empty.
StructuredDae structureModel(Dae dae, const StructureOptions& options, Diagnostics& diagnostics);

}  // namespace formola
