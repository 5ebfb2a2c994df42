// Linear parts inside nonlinear blocks: which few unknowns make the rest linear when they are
// known.
#pragma once

#include <span>
#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// Purpose: choose a small set N of variables such that, with N known, every equation is linear in
//   the others.
// Requires: couplings has one row for each nonlinear coupling of any equation. A row with one
//   variable: it occurs nonlinearly by itself and must be in N. A row with several: a product of
//   them, linear as soon as all but one are known. Rows may repeat. Variables that occur
//   nonlinearly together, as in f(x, y), are one row each. priority is empty or holds one number
//   per variable: between variables that resolve equally many couplings the higher one is taken.
// Ensures: ascending; a cover from which no variable can be left out. Not necessarily the smallest
//   (that is the vertex cover problem, NP-complete).
// Complexity: O((variables + size of the couplings) * log(variables)).
// Reference: the greedy covering of Chvatal, Math. Oper. Res. 4 (1979), followed by a reverse
//   deletion of what became redundant.
std::vector<int> linearCover(const Bipartite& couplings, std::span<const int> priority = {});

}  // namespace formola::graph
