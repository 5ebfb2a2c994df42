#include "graph/cut_levels.h"

#include "graph/torn_cells.h"
#include "support/assert.h"

namespace formola::graph {

LevelCuts::LevelCuts(const Tearing& tearing, const Bipartite& graph)
    : tearing_(tearing),
      graph_(graph),
      level_(graph.numVariables(), kNone),
      inner_(graph.numVariables(), 0) {
  if (tearing.torn.empty()) return;
  std::vector<int> ownColumn(graph.numEquations(), kNone);
  for (const auto& [e, v] : tearing.inner) {
    ownColumn[e] = v;
    inner_[v] = 1;
  }
  const TornCells cells(graph, ownColumn);
  const TornCells::Levels levels = cells.from(cells.from(0).farthest());
  deepest_ = levels.deepest;
  for (int v = 0; v < graph.numVariables(); ++v)
    if (cells.of(v) != kNone) level_[v] = levels.level[cells.of(v)];
}

Tearing LevelCuts::cut(int levels) const {
  FORMOLA_ASSERT(levels > 0);
  std::vector<char> crosses(graph_.numVariables(), 0);
  for (const auto& [e, v] : tearing_.inner)
    for (int u : graph_.variablesOf(e))
      if (u != v && inner_[u] && level_[u] != kNone && level_[u] / levels != level_[v] / levels)
        crosses[u] = 1;
  Tearing result = tearing_;
  tearInner(result, crosses);
  return result;
}

}  // namespace formola::graph
