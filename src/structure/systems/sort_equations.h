// Matching and block lower triangular form.
#pragma once

#include <vector>

#include "diag/diag.h"
#include "graph/dulmage_mendelsohn.h"
#include "structure/structured_dae.h"
#include "structure/systems/incidence.h"

namespace formola {

// Purpose:    sorts any system into blocks that are solved one after the other; equations of a
//             block are indices into system.equations.
// Ensures:    nullopt-like empty result and diagnostics with `code` if the system is singular.
// Complexity: that of graph::maximumMatching, then linear.
std::vector<Block> sortSystem(const EquationSystem& system, DiagCode code,
                              Diagnostics& diagnostics);
// The same with the system's graph, where the caller has a use for it too.
std::vector<Block> sortSystem(const EquationSystem& system, const SystemGraph& g, DiagCode code,
                              Diagnostics& diagnostics);

// Which equations and unknowns determine each other, and where there are too many or too few.
graph::DulmageMendelsohn determinedParts(const SystemGraph& g);

// Purpose:    which equation determines which unknown, and in which order: the blocks of the
//             continuous and discrete equations together.
// Requires:   reduceIndex, numberRelations.
// Ensures:    `blocks` partitions the equations and unknowns. An equation needs only unknowns of
//             its own and earlier blocks, also inside of relations. A singular system is explained
//             and leaves `blocks` empty.
// Reference:  Duff and Reid, ACM TOMS 4 (1978); preferences as in docs: linear with constant
//             coefficients first.
StructuredDae sortEquations(StructuredDae model, const StructureOptions& options,
                            Diagnostics& diagnostics);

}  // namespace formola
