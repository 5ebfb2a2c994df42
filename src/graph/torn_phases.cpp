#include "graph/torn_phases.h"

#include <algorithm>
#include <limits>

#include "graph/torn_cells.h"

namespace formola::graph {

namespace {

// The inner rows in an order of evaluation; those that need each other are left out.
std::vector<int> evaluationOrder(const Bipartite& graph, const std::vector<int>& ownColumn) {
  std::vector<int> missing(graph.numEquations(), 0);  // by row: inner columns it waits for
  for (int column : ownColumn)
    if (column != kNone)
      for (int i : graph.equationsOf(column)) ++missing[i];
  std::vector<int> order;
  for (int i = 0; i < graph.numEquations(); ++i)
    if (ownColumn[i] != kNone && --missing[i] == 0) order.push_back(i);
  for (size_t head = 0; head < order.size(); ++head)
    for (int i : graph.equationsOf(ownColumn[order[head]]))
      if (ownColumn[i] != kNone && i != order[head] && --missing[i] == 0) order.push_back(i);
  return order;
}

std::vector<int> phasesFrom(int root, const TornCells& cells, const Bipartite& graph,
                            const std::vector<int>& ownColumn, const std::vector<int>& sequence) {
  const TornCells::Levels levels = cells.from(root);
  const int n = graph.numVariables();
  std::vector<int> level(n), rowLevel(graph.numEquations(), 0);
  for (int j = 0; j < n; ++j)
    level[j] = cells.of(j) == kNone ? levels.deepest : levels.level[cells.of(j)];
  for (int i = 0; i < graph.numEquations(); ++i) {
    if (ownColumn[i] != kNone)
      rowLevel[i] = level[ownColumn[i]];
    else
      for (int j : graph.variablesOf(i)) rowLevel[i] = std::max(rowLevel[i], level[j]);
  }
  // What only cells farther out use is eliminated with these. Users come later in the sequence.
  for (size_t k = sequence.size(); k-- > 0;) {
    const int own = sequence[k], column = ownColumn[own];
    int least = std::numeric_limits<int>::max();
    for (int i : graph.equationsOf(column))
      if (i != own) least = std::min(least, rowLevel[i]);
    if (least != std::numeric_limits<int>::max() && least > level[column])
      level[column] = rowLevel[own] = least;
  }
  std::vector<int> phase(n);
  for (int j = 0; j < n; ++j) phase[j] = 2 * (levels.deepest - level[j]) + 1;
  for (int column : ownColumn)
    if (column != kNone) --phase[column];
  return phase;
}

}  // namespace

std::vector<std::vector<int>> tornPhases(const Bipartite& graph,
                                         const std::vector<int>& ownColumn) {
  const TornCells cells(graph, ownColumn);
  if (cells.size() == 0) return {};
  const int end = cells.from(0).farthest();
  const TornCells::Levels levels = cells.from(end);
  const int other = levels.farthest();
  int middle = other;
  for (int k = 0; k < levels.deepest / 2 && levels.parent[middle] != kNone; ++k)
    middle = levels.parent[middle];
  const std::vector<int> sequence = evaluationOrder(graph, ownColumn);
  std::vector<std::vector<int>> result;
  for (int root : {end, other, middle})
    result.push_back(phasesFrom(root, cells, graph, ownColumn, sequence));
  return result;
}

}  // namespace formola::graph
