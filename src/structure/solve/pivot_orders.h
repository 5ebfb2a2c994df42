// Orders of pivots for the symbolic elimination of a linear block, from numbers alone.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "graph/bipartite.h"

namespace formola {

using PivotOrder = std::vector<std::pair<int, int>>;  // (row, column)

// A linear system whose coefficients are known at some points.
struct PivotProblem {
  static constexpr size_t kPoints = 2;
  using Values = std::array<double, kPoints>;

  graph::Bipartite graph;      // rows and columns, as many of each
  std::vector<Values> values;  // by edge
  std::vector<char> safe;      // by edge: cannot vanish anywhere
  // By row: the column that the tearing solves it for, kNone: a residual. Empty: no tearing is
  // known.
  std::vector<int> torn;
  PivotOrder first;  // pivots that are given, before all others
};

// Purpose:    few operations, and pivots that are not small at the given points.
// Ensures:    at most two orders (one where pivots are given), complete ones: the best one with
//             pivots by the least Markowitz count among entries that are not small in their row
//             (threshold pivoting); and the best one whose pivots are those of the tearing. The
//             second one repeats itself where the system does, since only structure chooses, keeps
//             the symmetry of what is left, and has few divisions; the caller sees which of them
//             gives the shorter formulas. None if more than maxOperations would be needed.
// Complexity: that of graph::eliminationOrder, for a bounded number of trials.
// Reference:  Duff, Erisman and Reid, "Direct Methods for Sparse Matrices" (1986), chapter 5.4
//             (threshold pivoting); graph/torn_phases.h.
std::vector<PivotOrder> pivotOrders(const PivotProblem& problem, long long maxOperations);

}  // namespace formola
