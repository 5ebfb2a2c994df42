// Linear parts inside nonlinear blocks: a few unknowns to iterate on, the rest follows by linear
// solves.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "graph/bipartite.h"
#include "graph/tearing.h"

namespace formola::graph {

// One reason why an equation isn't linear in its variables. A coupling of one variable: it occurs
// nonlinearly and must be known. Of several: a product of them, linear as soon as all but one are
// known.
struct NonlinearCouplings {
  Bipartite variables;         // row: coupling
  std::vector<int> equations;  // coupling -> its equation
};

struct LinearPartsOptions {
  // One number per variable, or empty: between variables that are equally good the higher one is
  // iterated on.
  std::span<const int> priority = {};
  // Iterated on from the beginning, as far as they do not follow from those from which most
  // follows.
  std::span<const int> first = {};
  // Give up when more variables than this would have to be iterated on.
  int maxKnown = std::numeric_limits<int>::max();
  // Edges visited while looking ahead, for all choices together; fewer from 400 variables on.
  long long maxVisits = 20'000'000;
};

struct LinearParts {
  bool found = false;
  std::vector<int> known;                  // to be iterated on, in the order of their choice
  std::vector<std::pair<int, int>> inner;  // (equation, variable): the others, in any order
  std::vector<int> residuals;              // ascending; as many as `known`
};

// Purpose: choose a small set N of variables such that, with N known, the others follow: each from
//   an equation that can be solved for it, or together from equations that are linear by then.
// Requires: a square block, one Solvable per edge. An edge that is Never solvable isn't used.
// Ensures: `inner` is a perfect matching of the variables outside of N; sorted into blocks, a block
//   of one equation that is Always solvable is an assignment, every other one is linear in its
//   unknowns once the blocks before it are solved. No variable can be left out of N (checked for
//   up to 64 of them).
//   found = false: there would be more than maxKnown.
// Complexity: the bounded effort of looking ahead, O(edges) and O(400/variables * maxVisits); a
//   maximum matching of the linear equations whenever that has visited as many edges as there are
//   (for up to 64 known variables), or these have become more by a quarter.
// Reference: the closure is the part that the equations which are linear so far determine
//   (determinedPart); the greedy choice with a reverse deletion is that of Chvatal, Math. Oper.
//   Res. 4 (1979).
LinearParts findLinearParts(const Bipartite& graph, std::span<const Solvable> solvable,
                            const NonlinearCouplings& couplings,
                            const LinearPartsOptions& options = {});

}  // namespace formola::graph
