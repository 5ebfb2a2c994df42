#include "graph/torn_phases.h"

#include <algorithm>
#include <limits>

namespace formola::graph {

namespace {

// Torn columns with the inner ones that belong to them.
class Cells {
 public:
  Cells(const Bipartite& graph, const std::vector<int>& ownColumn);

  int size() const { return size_; }
  int of(int column) const { return cell_[column]; }

  struct Levels {
    std::vector<int> level;   // by cell: steps from the root
    std::vector<int> parent;  // by cell: the one it was reached from, kNone: a root
    int deepest = 0;
  };
  Levels from(int root) const;

 private:
  void findNeighbours();

  const Bipartite& graph_;
  std::vector<int> cell_;                     // by column, kNone: depends on no torn column
  std::vector<std::vector<int>> rowsOfCell_;  // those that lead to other cells
  std::vector<std::vector<int>> cellsOfRow_;
  int size_ = 0;
};

Cells::Cells(const Bipartite& graph, const std::vector<int>& ownColumn)
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

void Cells::findNeighbours() {
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

Cells::Levels Cells::from(int root) const {
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

// The first of the cells that are farthest from the root.
int farthest(const Cells::Levels& levels) {
  return static_cast<int>(std::find(levels.level.begin(), levels.level.end(), levels.deepest) -
                          levels.level.begin());
}

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

std::vector<int> phasesFrom(int root, const Cells& cells, const Bipartite& graph,
                            const std::vector<int>& ownColumn, const std::vector<int>& sequence) {
  const Cells::Levels levels = cells.from(root);
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
  const Cells cells(graph, ownColumn);
  if (cells.size() == 0) return {};
  const int end = farthest(cells.from(0));
  const Cells::Levels levels = cells.from(end);
  const int other = farthest(levels);
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
