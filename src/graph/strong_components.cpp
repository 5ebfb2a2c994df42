#include "graph/strong_components.h"

#include <algorithm>
#include <limits>

#include "support/assert.h"

namespace formola::graph {

Groups strongComponents(const Digraph& graph) {
  const int n = graph.numNodes();
  Groups result;
  result.members.reserve(n);
  std::vector<int> number(n, kNone);  // order of first visit
  std::vector<int> lowLink(n);        // least number known to be reachable within the stack
  std::vector<int> nextEdge(n);
  std::vector<int> path;  // nodes of the depth-first search that are still being expanded
  std::vector<int> open;  // Tarjan's stack: visited nodes not yet in a component
  int counter = 0;
  constexpr int kClosed = std::numeric_limits<int>::max();  // already in a component

  auto enter = [&](int node) {
    number[node] = lowLink[node] = counter++;
    nextEdge[node] = graph.start[node];
    path.push_back(node);
    open.push_back(node);
  };
  auto closeComponent = [&](int root) {
    int node;
    do {
      node = open.back();
      open.pop_back();
      lowLink[node] = kClosed;
      result.members.push_back(node);
    } while (node != root);
    std::sort(result.members.begin() + result.start.back(), result.members.end());
    result.start.push_back(static_cast<int>(result.members.size()));
  };

  for (int root = 0; root < n; ++root) {
    if (number[root] != kNone) continue;
    enter(root);
    while (!path.empty()) {
      const int node = path.back();
      if (nextEdge[node] < graph.start[node + 1]) {
        const int next = graph.target[nextEdge[node]++];
        if (number[next] == kNone) {
          enter(next);
        } else if (lowLink[next] != kClosed) {
          lowLink[node] = std::min(lowLink[node], number[next]);
        }
        continue;
      }
      path.pop_back();
      const int low = lowLink[node];
      if (low == number[node]) {
        closeComponent(node);
      } else {
        lowLink[path.back()] = std::min(lowLink[path.back()], low);
      }
    }
  }
  FORMOLA_ASSERT(static_cast<int>(result.members.size()) == n);
  return result;
}

Groups blockLowerTriangular(const Bipartite& graph, const Matching& matching) {
  // An edge from an equation to the equation that determines one of its variables.
  Digraph needs;
  needs.start.reserve(graph.numEquations() + 1);
  needs.target.reserve(graph.numEdges());
  for (int e = 0; e < graph.numEquations(); ++e) {
    const size_t first = needs.target.size();
    for (int v : graph.variablesOf(e)) {
      const int other = matching.varToEq[v];
      if (other != kNone && other != e) needs.target.push_back(other);
    }
    std::sort(needs.target.begin() + first, needs.target.end());
    needs.start.push_back(static_cast<int>(needs.target.size()));
  }
  return strongComponents(needs);
}

}  // namespace formola::graph
