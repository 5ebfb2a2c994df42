// All structural passes in their order.
#pragma once

#include <functional>
#include <string_view>

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Called after each pass with its name; false ends the sequence.
using AfterPass = std::function<bool(std::string_view pass, const StructuredDae& model)>;

// Purpose:    scalar flat DAE -> sorted, torn blocks: lowerEvents, fixZeroParameters,
//             lowerIntegerFunctions, eliminateAliases, bindUnknowns, introduceDerivatives,
//             reduceIndex, numberRelations, sortEquations, tearBlocks, relaxBlocks.
// Requires:   scalarize.
// Ensures:    stops after the first pass that reports an error (then `blocks` is empty) or after
//             which `after` says so.
StructuredDae structureModel(Dae dae, const StructureOptions& options, Diagnostics& diagnostics,
                             const AfterPass& after = {});

}  // namespace formola
