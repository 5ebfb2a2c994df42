// Strongly connected components, and the block lower triangular (BLT) form they give.
#pragma once

#include <span>
#include <vector>

#include "graph/bipartite.h"
#include "graph/matching.h"

namespace formola::graph {

// A directed graph in compressed form: the successors of node i are
// target[start[i]] .. target[start[i + 1] - 1].
struct Digraph {
  std::vector<int> start = {0};
  std::vector<int> target;

  int numNodes() const { return static_cast<int>(start.size()) - 1; }
  std::span<const int> successorsOf(int node) const {
    return {target.data() + start[node], static_cast<size_t>(start[node + 1] - start[node])};
  }
};

// A partition of nodes (here: equations) into ordered groups, stored flat.
struct Groups {
  std::vector<int> start = {0};
  std::vector<int> members;

  int size() const { return static_cast<int>(start.size()) - 1; }
  std::span<const int> operator[](int group) const {
    return {members.data() + start[group], static_cast<size_t>(start[group + 1] - start[group])};
  }
};

// Purpose: the strongly connected components of a digraph.
// Ensures: each component comes after all components that its nodes have edges to, so with edges
//   "needs" the result is the order of evaluation. Members of a component are ascending. Nodes that
//   are already in such an order keep it.
// Complexity: O(nodes + edges), plus sorting within components; no recursion.
// Reference: Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
Groups strongComponents(const Digraph& graph);

// Purpose: sort equations into blocks that can be solved one after the other.
// Requires: a matching of the graph, not necessarily perfect. A variable without an equation counts
//   as known; an equation without a variable forms a block of its own.
// Ensures: an equation uses only variables matched in its own or an earlier block; the order is
//   deterministic and keeps the order of equations that need no sorting.
// Complexity: O(equations + edges), plus sorting within blocks.
// Reference: Duff and Reid, "An implementation of Tarjan's algorithm for the block
//   triangularization of a matrix", ACM TOMS 4 (1978).
Groups blockLowerTriangular(const Bipartite& graph, const Matching& matching);

}  // namespace formola::graph
