// Colouring of columns, so that a sparse Jacobian is computed with few directional derivatives.
#pragma once

#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

struct ColumnColoring {
  std::vector<int> color;  // of each variable, from 0
  int numColors = 0;
};

// Purpose: give variables that occur together in an equation different colours; the columns of one
//   colour are then computed with one directional derivative (or one difference quotient).
// Ensures: proper; greedy in two orders (as given, and longest columns first), the better of the
//   two. At least as many colours as the longest row are always needed.
// Complexity: O(sum of squared row lengths), rows longer than 256 count a 64th of that.
// Reference: Curtis, Powell and Reid, "On the estimation of sparse Jacobian matrices", J. Inst.
//   Maths Applics 13 (1974); Coleman and More, SIAM J. Numer. Anal. 20 (1983).
ColumnColoring colorColumns(const Bipartite& graph);

}  // namespace formola::graph
