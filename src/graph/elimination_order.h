// Order of pivots for symbolic Gaussian elimination: few operations, safe pivots only.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "graph/bipartite.h"
#include "graph/matching.h"

namespace formola::graph {

// What an entry may serve as. A watched pivot is one whose size is compared with its row and column
// each time the formulas are evaluated; it is taken where it saves more than that costs.
enum PivotKind : char { kNoPivot = 0, kPivot = 1, kWatchedPivot = 2 };

struct EliminationOptions {
  // An entry that elimination changes or creates: may it serve as a pivot from now on?
  struct Update {
    int row, column;
    int pivotRow, pivotColumn;
    char wasAllowed;  // a PivotKind; kNoPivot for fill
    bool isFill;
  };
  // Gives a PivotKind. If empty, entries keep what they were and fill is no pivot.
  std::function<char(const Update&)> allowedAfter = {};
  // A last word on an allowed entry (row, column), given the columns that its row has now. If
  // empty, all are accepted.
  std::function<bool(int row, int column, std::span<const int> columns)> accept = {};
  // Rows and columns with an allowed pivot that are looked at for each choice.
  int maxSearched = 8;
  // By column: those of a lower phase come first, as long as they have an acceptable entry. If
  // empty, all columns are in one phase.
  std::vector<int> phase = {};
  // Rows and columns of two entries do not wait for their phase, since their elimination makes
  // nothing longer.
  bool shortFirst = true;
  // Elimination stops before the pivot that would exceed this: then another method is better.
  long long maxOperations = std::numeric_limits<long long>::max();
};

struct EliminationOrder {
  std::vector<std::pair<int, int>> pivots;  // (row, column), in order
  std::vector<int> remainingRows;           // without an allowed pivot or beyond the limit
  std::vector<int> remainingColumns;
  long long fill = 0;  // entries that were structurally zero before
  // Multiplications and divisions of the elimination, of one right-hand side, of the back
  // substitution for the pivots' columns, and for watching pivots.
  long long operations = 0;
  bool limitReached = false;

  bool complete() const { return remainingRows.empty() && remainingColumns.empty(); }
};

// Purpose: choose pivots by the least Markowitz count (r - 1)(c - 1) among the allowed entries,
// with
//   (r + c)/2 more for watched ones; with one allowed entry per row and column this is the minimum
//   degree order.
// Requires: one PivotKind per edge in `allowed`.
// Ensures: pivots are allowed at the time they are chosen; elimination stops when no allowed entry
//   is left. Ties are broken by index: deterministic.
// Complexity: O((edges + fill + updates) * log n) for bounded maxSearched; independent of the
// length
//   of dense rows that are only updated.
// Reference: Markowitz, "The elimination form of the inverse", Management Science 3 (1957); Duff,
//   Erisman and Reid, "Direct Methods for Sparse Matrices" (1986), chapters 7 and 9 (search by
//   increasing counts).
EliminationOrder eliminationOrder(const Bipartite& graph, const std::vector<char>& allowed,
                                  const EliminationOptions& options = {});

// Purpose: phases for EliminationOptions that sweep through the graph from its far end, a few
// levels
//   at a time. In a chain or a tree of equal parts the least count alone eliminates every other
//   part, which couples the neighbours of each; a sweep couples each part with the next one only.
// Ensures: columns in the same phase have distances from one end of the graph that differ by less
//   than `width`; the farthest come first. Components that are not connected share phases.
// Complexity: O(edges).
// Reference: the ends are found as in Gibbs, Poole and Stockmeyer, "An algorithm for reducing the
//   bandwidth and profile of a sparse matrix", SIAM J. Numer. Anal. 13 (1976).
std::vector<int> sweepPhases(const Bipartite& graph, int width);

}  // namespace formola::graph
