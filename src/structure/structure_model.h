// All structural passes in their order.
#pragma once

#include <functional>

#include "diag/diag.h"
#include "structure/structured_dae.h"

namespace formola {

// Called after each pass; false ends the sequence.
using AfterPass = std::function<bool(Pass pass, const StructuredDae& model)>;

// Purpose:    scalar flat DAE -> sorted, torn blocks: lowerEvents, then all passes of the stage
//             Structure of support/passes.def.
// Requires:   scalarize.
// Ensures:    stops after the first pass that reports an error (then `blocks` is empty) or after
//             which `after` says so. The model is verified after each.
StructuredDae structureModel(Dae dae, const StructureOptions& options, Diagnostics& diagnostics,
                             const AfterPass& after = {});

}  // namespace formola
