// The variables that some equations determine, where not every equation may give every variable.
#pragma once

#include <cstdint>
#include <span>

#include "graph/bipartite.h"
#include "graph/matching.h"

namespace formola::graph {

// Purpose: the largest set of variables that can be matched to equations which hold no others.
// Requires: edgeClass as for maximumMatching: an edge of class kForbiddenEdge matches nothing, but
//   its variable stands in its equation all the same. `maximum` is a maximum matching.
// Ensures: such sets are closed under union (where two overlap, the one is matched as it is, and an
//   equation that matches the rest of the other is none of its own), so that the largest is unique:
//   it does not depend on the matching given, and with more equations, or some of the variables
//   known, all of it is still determined. The matching returned covers exactly this set.
// Complexity: O(edges), plus the search for an augmenting path for each variable whose equation is
//   lost, at most O(equations * edges).
// Reference: without forbidden edges it is the well-determined part of Dulmage and Mendelsohn
//   (Can. J. Math. 10, 1958).
Matching determinedPart(const Bipartite& graph, std::span<const uint8_t> edgeClass,
                        Matching maximum);

}  // namespace formola::graph
