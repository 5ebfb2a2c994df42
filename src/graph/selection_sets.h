// Which variables of a set of constraints may serve as states, and what is left to choose.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// A coefficient of a constraint.
enum class Coefficient : uint8_t {
  Constant,  // never changes, not zero
  Safe,      // changes, but cannot become zero
  Varies,    // may become zero
};

struct SelectionInput {
  std::span<const Coefficient> coefficients;  // by edge
  std::span<const int> level;     // by variable: those of a higher level are states before others
  std::span<const int> order;     // by variable: of the derivative; the higher is taken first
  std::span<const int> priority;  // by variable: among equals the greater one is taken first
};

// With the candidates known, inner equations give one variable each, in order. The constraints are
// left over: they determine the forced variables and all but `states` of the candidates.
struct SelectionSet {
  std::vector<int> candidates;             // of one level
  std::vector<int> forced;                 // of lower levels: determined in any case
  std::vector<int> above;                  // of higher levels: not determined in any case
  std::vector<std::pair<int, int>> inner;  // (equation, variable)
  std::vector<int> constraints;
  int states = 0;
};

// Purpose:    the parts of an underdetermined system of constraints in which the choice of the
//             determined variables may have to change with the solution.
// Requires:   a matching that covers all equations exists.
// Ensures:    sets have no equation and no variable in common. In each some coefficient varies, and
//             0 < states < number of candidates. Whatever is in no set can be solved for a fixed
//             choice: along coefficients that cannot become zero, or without an alternative.
// Complexity: O(edges + variables log variables).
// Reference:  docs/decisions/0005-dynamic-state-selection.md.
std::vector<SelectionSet> findSelectionSets(const Bipartite& graph, const SelectionInput& input);

}  // namespace formola::graph
