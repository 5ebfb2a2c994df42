// Which unknowns of a sparse matrix are eliminated together, and in which order.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/pivot_pattern.h"

namespace formola::runtime {

// Unknowns that are eliminated together, from one dense matrix: their front.
struct Front {
  int32_t first = 0, size = 0;  // its pivots, in the order of the tree
  int32_t width = 0;            // other unknowns in their equations, which are eliminated later
  int32_t parent = -1;          // the front that takes what is left of it
  int32_t children = 0;
  int64_t others = 0;  // where the other unknowns begin in FrontTree::others
};

// Fronts in postorder: children before their parent, and a front directly behind the last of them.
struct FrontTree {
  std::vector<Front> fronts;
  std::vector<int32_t> others;   // unknowns (in the order of the tree), ascending in each front
  std::vector<int32_t> pivotOf;  // what comes k-th in the order of the tree was pivot pivotOf[k]
  double work = 0;  // an estimate of the instructions of a factorisation and some solutions
};

// Purpose:    the fronts of a matrix with the pattern of A + Aᵀ in the order of pivots. A front
//             joins its parent where the zeros that this brings are estimated to cost less than
//             what a front of its own does.
// Requires:   the pattern of A by columns.
// Ensures:    the diagonal blocks keep their order. No fronts at all when more than `mostEntries`
//             fill up below the diagonal.
// Complexity: that of the fill.
// Reference:  Liu: The role of elimination trees in sparse factorization, SIAM J. Matrix Anal.
//             Appl. 11, 1990; Ashcraft, Grimes: The influence of relaxed supernode partitions on
//             the multifrontal method, ACM TOMS 15, 1989.
FrontTree buildFrontTree(const PivotOrder& order, const int32_t* colStart, const int32_t* rows,
                         int64_t mostEntries);

}  // namespace formola::runtime
