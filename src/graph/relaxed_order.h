// The order in which the blocks of a relaxed system are eliminated.
#pragma once

#include <span>
#include <vector>

#include "graph/bipartite.h"
#include "graph/matching.h"
#include "graph/strong_components.h"

namespace formola::graph {

// Purpose:    sorts a system whose relaxed entries are left out into blocks, as
//             blockLowerTriangular, in an order that keeps elimination sparse. A relaxed variable
//             stays in the rows of blocks that are done until its own block is; among the blocks
//             that can be next, one that is waited for in this way is taken, else the first one. In
//             a chain of joints the acceleration of a cut is then eliminated before the next joint
//             is reached, and rows do not collect those of all joints.
// Requires:   a perfect matching of `graph`; relaxed[e] are the variables left out in row e.
// Ensures:    the blocks of blockLowerTriangular, each after those it needs; deterministic.
// Complexity: O(n log n + edges).
// Reference:  Otter, Elmqvist, Cellier: "Relaxing", section 9, eq. 31 to 33.
Groups relaxedOrder(const Bipartite& graph, const Matching& matching,
                    std::span<const std::vector<int>> relaxed);

}  // namespace formola::graph
