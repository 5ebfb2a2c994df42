// Phases of elimination for a system with its tearing.
#pragma once

#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// Purpose: orders for EliminationOptions::phase that follow the tearing: a torn variable is
//   eliminated together with what is near it, and these cells one after the other from the ends of
//   the system to a root. With the accelerations of the joints of a chain or a tree torn and the
//   root at its base this is the recursion of articulated bodies: each cell leaves a coupling with
//   the next one only.
// Requires: ownColumn[row] is the column that an inner row of the torn system gives, or kNone for a
//   residual; columns of no row are torn.
// Ensures: one list of phases by column for each root that is tried: both ends of a longest path
//   through the cells and its middle (the root of a tree); none if there is no torn column. An
//   inner column belongs to the torn one that it depends on by the fewest steps, or to the
//   outermost cell that contains all its uses. The torn column of a cell comes after its inner
//   ones, whose pivots do not depend on values.
// Complexity: O(edges + columns).
// Reference: Featherstone, "The calculation of robot dynamics using articulated-body inertias",
//   Int. J. Robotics Research 2 (1983); levels as in sweepPhases.
std::vector<std::vector<int>> tornPhases(const Bipartite& graph, const std::vector<int>& ownColumn);

}  // namespace formola::graph
