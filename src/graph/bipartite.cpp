#include "graph/bipartite.h"

#include <algorithm>

#include "support/assert.h"

namespace formola::graph {

Bipartite Bipartite::fromEdges(int numEquations, int numVariables, std::span<const Edge> edges) {
  // First sort: group by variable. Walking the groups in order then fills each row ascending.
  std::vector<int> start(numVariables + 1, 0);
  for (const auto& [e, v] : edges) {
    FORMOLA_ASSERT(e >= 0 && e < numEquations && v >= 0 && v < numVariables);
    ++start[v + 1];
  }
  for (int v = 0; v < numVariables; ++v) start[v + 1] += start[v];
  std::vector<int> equationByVariable(edges.size());
  {
    std::vector<int> next(start.begin(), start.end() - 1);
    for (const auto& [e, v] : edges) equationByVariable[next[v]++] = e;
  }

  // Second sort: into rows, passing over repeated edges (they arrive one after the other).
  Bipartite g;
  std::vector<int> lastVariable(numEquations, kNone);
  g.rowStart_.assign(numEquations + 1, 0);
  auto forEachDistinct = [&](auto&& visit) {
    std::fill(lastVariable.begin(), lastVariable.end(), kNone);
    for (int v = 0; v < numVariables; ++v) {
      for (int k = start[v]; k < start[v + 1]; ++k) {
        const int e = equationByVariable[k];
        if (lastVariable[e] == v) continue;
        lastVariable[e] = v;
        visit(e, v);
      }
    }
  };
  forEachDistinct([&](int e, int) { ++g.rowStart_[e + 1]; });
  for (int e = 0; e < numEquations; ++e) g.rowStart_[e + 1] += g.rowStart_[e];
  g.rowVariable_.resize(g.rowStart_[numEquations]);
  {
    std::vector<int> next(g.rowStart_.begin(), g.rowStart_.end() - 1);
    forEachDistinct([&](int e, int v) { g.rowVariable_[next[e]++] = v; });
  }

  // The columns, read off the finished rows.
  g.columnStart_.assign(numVariables + 1, 0);
  for (int v : g.rowVariable_) ++g.columnStart_[v + 1];
  for (int v = 0; v < numVariables; ++v) g.columnStart_[v + 1] += g.columnStart_[v];
  g.columnEquation_.resize(g.rowVariable_.size());
  g.columnEdge_.resize(g.rowVariable_.size());
  std::vector<int> next(g.columnStart_.begin(), g.columnStart_.end() - 1);
  for (int e = 0; e < numEquations; ++e) {
    for (int edge = g.rowStart_[e]; edge < g.rowStart_[e + 1]; ++edge) {
      const int slot = next[g.rowVariable_[edge]]++;
      g.columnEquation_[slot] = e;
      g.columnEdge_[slot] = edge;
    }
  }
  return g;
}

Bipartite Bipartite::fromRows(int numVariables, const std::vector<std::vector<int>>& rows) {
  std::vector<Edge> edges;
  for (size_t e = 0; e < rows.size(); ++e) {
    for (int v : rows[e]) edges.emplace_back(static_cast<int>(e), v);
  }
  return fromEdges(static_cast<int>(rows.size()), numVariables, edges);
}

int Bipartite::findEdge(int equation, int variable) const {
  const auto row = variablesOf(equation);
  const auto it = std::lower_bound(row.begin(), row.end(), variable);
  if (it == row.end() || *it != variable) return kNone;
  return firstEdge(equation) + static_cast<int>(it - row.begin());
}

void BipartiteBuilder::addEdge(int equation, int variable) {
  FORMOLA_ASSERT(equation >= 0 && variable >= 0);
  numEquations_ = std::max(numEquations_, equation + 1);
  numVariables_ = std::max(numVariables_, variable + 1);
  edges_.emplace_back(equation, variable);
}

int BipartiteBuilder::addEquation(std::span<const int> variables) {
  const int equation = numEquations_++;
  for (int v : variables) addEdge(equation, v);
  return equation;
}

Subgraph SubgraphExtractor::extract(std::span<const int> equations,
                                    std::span<const int> variables) {
  Subgraph sub;
  sub.equations.assign(equations.begin(), equations.end());
  sub.variables.assign(variables.begin(), variables.end());
  for (size_t i = 0; i < variables.size(); ++i) {
    FORMOLA_ASSERT(local_[variables[i]] == kNone);
    local_[variables[i]] = static_cast<int>(i);
  }
  std::vector<Bipartite::Edge> edges;
  for (size_t i = 0; i < equations.size(); ++i) {
    for (int v : graph_.variablesOf(equations[i])) {
      if (local_[v] != kNone) edges.emplace_back(static_cast<int>(i), local_[v]);
    }
  }
  for (int v : variables) local_[v] = kNone;
  sub.graph = Bipartite::fromEdges(static_cast<int>(equations.size()),
                                   static_cast<int>(variables.size()), edges);
  sub.edges.reserve(edges.size());
  for (size_t i = 0; i < equations.size(); ++i) {
    for (int v : sub.graph.variablesOf(static_cast<int>(i))) {
      sub.edges.push_back(graph_.findEdge(equations[i], variables[v]));
    }
  }
  return sub;
}

}  // namespace formola::graph
