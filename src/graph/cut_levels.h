// A torn chain cut into segments, each of which depends on its own torn variables and its ends.
#pragma once

#include "graph/tearing.h"

namespace formola::graph {

// Purpose: forms between a long inner sequence with few torn variables, on all of which everything
//   depends (the accelerations of the joints of a chain of links, with what it carries from link to
//   link forwards and backwards), and a sparse torn system: all that crosses from one segment of
//   the chain to the next is torn.
// Ensures: cut(k) has segments of k levels of cells (TornCells) along a longest path; inner
//   variables that the sequence uses in another segment are torn too. No residual equation becomes
//   an inner one, and inner ones stay in their order.
// Complexity: O(edges) each.
class LevelCuts {
 public:
  LevelCuts(const Tearing& tearing, const Bipartite& graph);

  // Of all cells; segments of more levels cut nothing.
  int deepest() const { return deepest_; }
  Tearing cut(int levels) const;

 private:
  const Tearing& tearing_;
  const Bipartite& graph_;
  std::vector<int> level_;   // by variable, kNone: depends on no torn one
  std::vector<char> inner_;  // by variable
  int deepest_ = 0;
};

}  // namespace formola::graph
