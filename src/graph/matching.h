// Maximum matching: which equation determines which variable.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

struct Matching {
  std::vector<int> eqToVar;  // kNone: unmatched
  std::vector<int> varToEq;
  int size = 0;

  Matching() = default;
  Matching(int numEquations, int numVariables)
      : eqToVar(numEquations, kNone), varToEq(numVariables, kNone) {}

  void match(int equation, int variable) {
    eqToVar[equation] = variable;
    varToEq[variable] = equation;
  }
  bool perfect() const {
    return size == static_cast<int>(eqToVar.size()) && size == static_cast<int>(varToEq.size());
  }
};

// Purpose: a matching of maximum cardinality that uses preferred edges first.
// Requires: edgeClass is empty or has one entry per edge; 0 is best. An edge of class
//   kForbiddenEdge is never used.
// Ensures: maximum over the permitted edges. For each class c, every equation and variable that a
//   maximum matching of the classes up to c covers at that stage stays covered; if the best classes
//   alone allow a perfect matching, no worse edge is used. The number of preferred edges is not
//   maximised beyond that (it would be an assignment problem, and not near-linear).
// Complexity: O(classes * edges * sqrt(equations)) at worst, in practice a few sweeps; no
// recursion. Reference: Hopcroft and Karp, "An n^(5/2) algorithm for maximum matchings in bipartite
// graphs",
//   SIAM J. Comput. 2 (1973); cheap assignment first, after Karp and Sipser, FOCS 1981.
inline constexpr uint8_t kForbiddenEdge = 255;
Matching maximumMatching(const Bipartite& graph, std::span<const uint8_t> edgeClass = {});

// The same, from a given matching: what it covers stays covered.
void extendMatching(const Bipartite& graph, Matching& matching,
                    std::span<const uint8_t> edgeClass = {});

// Classes of edges from any numbers, 0 for the smallest: equal numbers have the same class. Beyond
// 255 different ones the largest share the last class.
std::vector<uint8_t> edgeClasses(std::span<const int> preferences);

}  // namespace formola::graph
