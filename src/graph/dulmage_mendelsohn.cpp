#include "graph/dulmage_mendelsohn.h"

#include <algorithm>

#include "support/assert.h"

namespace formola::graph {
namespace {

// Over-determined: all that alternating paths from unmatched equations reach
// (equation - any edge - variable - its matched equation - ...).
void markOver(const Bipartite& graph, const Matching& m, DulmageMendelsohn& result) {
  std::vector<int> queue;
  auto reach = [&](int e) {
    if (result.equations[e] == Determined::Over) return;
    result.equations[e] = Determined::Over;
    queue.push_back(e);
  };
  for (int e = 0; e < graph.numEquations(); ++e) {
    if (m.eqToVar[e] == kNone) reach(e);
  }
  for (size_t head = 0; head < queue.size(); ++head) {
    for (int v : graph.variablesOf(queue[head])) {
      result.variables[v] = Determined::Over;
      FORMOLA_ASSERT(m.varToEq[v] != kNone);  // else the matching was not maximum
      reach(m.varToEq[v]);
    }
  }
}

// Under-determined: the same from unmatched variables.
void markUnder(const Bipartite& graph, const Matching& m, DulmageMendelsohn& result) {
  std::vector<int> queue;
  auto reach = [&](int v) {
    if (result.variables[v] == Determined::Under) return;
    result.variables[v] = Determined::Under;
    queue.push_back(v);
  };
  for (int v = 0; v < graph.numVariables(); ++v) {
    if (m.varToEq[v] == kNone) reach(v);
  }
  for (size_t head = 0; head < queue.size(); ++head) {
    for (int e : graph.equationsOf(queue[head])) {
      FORMOLA_ASSERT(m.eqToVar[e] != kNone && result.equations[e] != Determined::Over);
      result.equations[e] = Determined::Under;
      reach(m.eqToVar[e]);
    }
  }
}

// Connected components of one part; the search starts from the side that defines the part.
std::vector<DulmageMendelsohn::Component> components(const Bipartite& graph, const Matching& m,
                                                     const DulmageMendelsohn& dm, Determined part) {
  std::vector<DulmageMendelsohn::Component> result;
  const int numEquations = graph.numEquations();
  const int numNodes = numEquations + graph.numVariables();  // equations first, then variables
  std::vector<char> seen(numNodes, 0);
  std::vector<int> queue;
  auto inPart = [&](int node) {
    return node < numEquations ? dm.equations[node] == part
                               : dm.variables[node - numEquations] == part;
  };
  auto reach = [&](int node) {
    if (seen[node] || !inPart(node)) return;
    seen[node] = 1;
    queue.push_back(node);
  };
  const int from = part == Determined::Over ? 0 : numEquations;
  const int to = part == Determined::Over ? numEquations : numNodes;
  for (int root = from; root < to; ++root) {
    queue.clear();
    reach(root);
    if (queue.empty()) continue;
    DulmageMendelsohn::Component& c = result.emplace_back();
    for (size_t head = 0; head < queue.size(); ++head) {
      const int node = queue[head];
      if (node < numEquations) {
        c.equations.push_back(node);
        if (m.eqToVar[node] == kNone) c.unmatched.push_back(node);
        for (int v : graph.variablesOf(node)) reach(numEquations + v);
      } else {
        const int v = node - numEquations;
        c.variables.push_back(v);
        if (m.varToEq[v] == kNone) c.unmatched.push_back(v);
        for (int e : graph.equationsOf(v)) reach(e);
      }
    }
    std::sort(c.equations.begin(), c.equations.end());
    std::sort(c.variables.begin(), c.variables.end());
    std::sort(c.unmatched.begin(), c.unmatched.end());
  }
  return result;
}

}  // namespace

DulmageMendelsohn decompose(const Bipartite& graph, const Matching& maximumMatching) {
  DulmageMendelsohn result;
  result.equations.assign(graph.numEquations(), Determined::Well);
  result.variables.assign(graph.numVariables(), Determined::Well);
  markOver(graph, maximumMatching, result);
  markUnder(graph, maximumMatching, result);
  result.over = components(graph, maximumMatching, result, Determined::Over);
  result.under = components(graph, maximumMatching, result, Determined::Under);
  return result;
}

}  // namespace formola::graph
