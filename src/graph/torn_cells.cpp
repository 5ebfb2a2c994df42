#include "graph/torn_cells.h"

#include <algorithm>

namespace formola::graph {

TornCells::TornCells(const Bipartite& graph, const std::vector<int>& ownColumn)
    : graph_(graph), cell_(graph.numVariables(), kNone) {
  std::vector<char> inner(graph.numVariables(), 0);
  for (int column : ownColumn)
    if (column != kNone) inner[column] = 1;
  std::vector<int> queue;
  for (int j = 0; j < graph.numVariables(); ++j) {
    if (inner[j] != 0) continue;
    cell_[j] = size_++;
    queue.push_back(j);
  }
  for (size_t head = 0; head < queue.size(); ++head) {
    for (int i : graph.equationsOf(queue[head])) {
      const int user = ownColumn[i];
      if (user == kNone || cell_[user] != kNone) continue;
      cell_[user] = cell_[queue[head]];
      queue.push_back(user);
    }
  }
  findNeighbours();
}

void TornCells::findNeighbours() {
  rowsOfCell_.resize(size_);
  cellsOfRow_.resize(graph_.numEquations());
  for (int i = 0; i < graph_.numEquations(); ++i) {
    std::vector<int>& cells = cellsOfRow_[i];
    for (int j : graph_.variablesOf(i))
      if (cell_[j] != kNone) cells.push_back(cell_[j]);
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    if (cells.size() < 2) cells.clear();
    for (int cell : cells) rowsOfCell_[cell].push_back(i);
  }
}

TornCells::Levels TornCells::from(int root) const {
  Levels result;
  result.level.assign(size_, kNone);
  result.parent.assign(size_, kNone);
  std::vector<char> seen(graph_.numEquations(), 0);
  std::vector<int> queue;
  // What the root has no connection to has its own first cell as a root.
  for (int start = -1; start < size_; ++start) {
    const int first = start < 0 ? root : start;
    if (result.level[first] != kNone) continue;
    result.level[first] = 0;
    queue.assign(1, first);
    for (size_t head = 0; head < queue.size(); ++head) {
      const int cell = queue[head];
      for (int i : rowsOfCell_[cell]) {
        if (seen[i] != 0) continue;
        seen[i] = 1;
        for (int other : cellsOfRow_[i]) {
          if (result.level[other] != kNone) continue;
          result.level[other] = result.level[cell] + 1;
          result.parent[other] = cell;
          queue.push_back(other);
        }
      }
    }
  }
  result.deepest = *std::max_element(result.level.begin(), result.level.end());
  return result;
}

int TornCells::Levels::farthest() const {
  return static_cast<int>(std::find(level.begin(), level.end(), deepest) - level.begin());
}

}  // namespace formola::graph
