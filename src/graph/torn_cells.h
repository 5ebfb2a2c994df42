// Cells of a torn system: each torn variable with what belongs to it.
#pragma once

#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// Purpose: what stands near each other in a torn system. An inner column belongs to the torn one
//   that it depends on by the fewest steps.
// Requires: ownColumn[row] is the column that an inner row gives, or kNone for a residual; columns
//   of no row are torn.
// Complexity: O(edges + columns).
class TornCells {
 public:
  TornCells(const Bipartite& graph, const std::vector<int>& ownColumn);

  int size() const { return size_; }
  // kNone: depends on no torn column.
  int of(int column) const { return cell_[column]; }

  // Cells are neighbours where a row holds columns of both.
  struct Levels {
    std::vector<int> level;   // by cell: steps from the root
    std::vector<int> parent;  // by cell: the one it was reached from, kNone: a root
    int deepest = 0;
    // The first of the cells that are farthest from the root.
    int farthest() const;
  };
  Levels from(int root) const;

 private:
  void findNeighbours();

  const Bipartite& graph_;
  std::vector<int> cell_;                     // by column
  std::vector<std::vector<int>> rowsOfCell_;  // those that lead to other cells
  std::vector<std::vector<int>> cellsOfRow_;
  int size_ = 0;
};

}  // namespace formola::graph
