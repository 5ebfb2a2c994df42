// Phases of elimination for a system with its tearing.
#pragma once

#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// The rows of a torn system: inner ones give one column each, one after the other; columns of none
// are torn, rows without a column are residuals.
struct TornRows {
  std::vector<int> column;    // by row; kNone: a residual
  std::vector<int> sequence;  // the inner rows, in order of evaluation
};

// Purpose: orders for EliminationOptions::phase that follow the tearing: a torn variable is
//   eliminated together with what is near it, and these cells one after the other from the ends of
//   the system to a root. With the accelerations of the joints of a chain or a tree torn and the
//   root at its base this is the recursion of articulated bodies: each cell leaves a coupling with
//   the next one only.
// Ensures: one list of phases by column for each root that is tried: both ends of a longest path
//   through the cells and its middle (the root of a tree); none if there is no torn column. An
//   inner column belongs to the torn one that it depends on by the fewest steps, or to the
//   outermost cell that contains all its uses. The torn column of a cell comes after its inner
//   ones, whose pivots do not depend on values.
// Complexity: O(edges + columns).
// Reference: Featherstone, "The calculation of robot dynamics using articulated-body inertias",
//   Int. J. Robotics Research 2 (1983); levels as in sweepPhases.
std::vector<std::vector<int>> tornPhases(const Bipartite& graph, const TornRows& rows);

}  // namespace formola::graph
