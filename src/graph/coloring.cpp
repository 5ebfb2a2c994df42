#include "graph/coloring.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

namespace formola::graph {
namespace {

constexpr size_t kDenseRow = 256;

// Which colours the columns of a dense row have taken, as a bit set. In a dense row it is cheaper
// to read than the colours of all neighbours.
using ColorSet = std::vector<uint64_t>;

void insert(ColorSet& set, int color) {
  const size_t word = static_cast<size_t>(color) / 64;
  if (set.size() <= word) set.resize(word + 1, 0);
  set[word] |= uint64_t{1} << (color % 64);
}

ColumnColoring colorInOrder(const Bipartite& graph, const std::vector<int>& order) {
  ColumnColoring result;
  result.color.assign(graph.numVariables(), kNone);
  std::vector<ColorSet> denseRows(graph.numEquations());
  std::vector<ColorSet*> dense;                           // of the current column
  std::vector<int> takenBy(graph.numVariables(), kNone);  // colour -> last column it was refused to

  auto smallestFree = [&](int column) {
    for (size_t word = 0;; ++word) {
      uint64_t taken = 0;
      for (const ColorSet* set : dense) taken |= word < set->size() ? (*set)[word] : 0;
      for (uint64_t free = ~taken; free != 0; free &= free - 1) {
        const int color = static_cast<int>(word) * 64 + std::countr_zero(free);
        if (color >= result.numColors || takenBy[color] != column) return color;
      }
    }
  };
  for (int column : order) {
    dense.clear();
    for (int row : graph.equationsOf(column)) {
      if (graph.variablesOf(row).size() > kDenseRow) {
        dense.push_back(&denseRows[row]);
        continue;
      }
      for (int other : graph.variablesOf(row)) {
        if (result.color[other] != kNone) takenBy[result.color[other]] = column;
      }
    }
    const int color = smallestFree(column);
    result.color[column] = color;
    result.numColors = std::max(result.numColors, color + 1);
    for (ColorSet* set : dense) insert(*set, color);
  }
  return result;
}

}  // namespace

ColumnColoring colorColumns(const Bipartite& graph) {
  std::vector<int> order(graph.numVariables());
  std::iota(order.begin(), order.end(), 0);
  ColumnColoring asGiven = colorInOrder(graph, order);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const size_t lengthA = graph.equationsOf(a).size(), lengthB = graph.equationsOf(b).size();
    return lengthA != lengthB ? lengthA > lengthB : a < b;
  });
  ColumnColoring longestFirst = colorInOrder(graph, order);
  return longestFirst.numColors < asGiven.numColors ? longestFirst : asGiven;
}

}  // namespace formola::graph
