#include "graph/column_basis.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

#include "support/assert.h"

namespace formola::graph {

namespace {

constexpr double kZero = 1e-10;  // of rows whose largest entry is 1

struct Entry {
  int row;
  double value;
};

}  // namespace

std::optional<std::vector<int>> columnBasis(const Bipartite& graph, std::span<const double> values,
                                            std::span<const int> order, long long maxWork) {
  FORMOLA_ASSERT(static_cast<int>(values.size()) == graph.numEdges());
  std::vector<double> scale(graph.numEquations(), 0.0);
  for (int e = 0; e < graph.numEquations(); ++e)
    for (int edge = graph.firstEdge(e); edge < graph.firstEdge(e + 1); ++edge)
      scale[e] = std::max(scale[e], std::abs(values[edge]));

  // Columns of the basis, each reduced by those before it and with 1 at its pivot row. So a column
  // that is reduced by them in turn gets nothing back at the pivot rows of earlier ones.
  std::vector<std::vector<Entry>> reduced;
  std::vector<int> pivotOf(graph.numEquations(), kNone), result;
  std::vector<double> sum(graph.numEquations(), 0.0);
  std::vector<char> isIn(graph.numEquations(), 0);
  std::vector<int> rows;
  std::priority_queue<int, std::vector<int>, std::greater<>> pending;
  long long work = 0;
  auto add = [&](int row, double value) {
    ++work;
    sum[row] += value;
    if (isIn[row]) return;
    isIn[row] = 1;
    rows.push_back(row);
    if (pivotOf[row] != kNone) pending.push(pivotOf[row]);
  };
  for (int v : order) {
    rows.clear();
    for (size_t k = 0; k < graph.edgesOf(v).size(); ++k) {
      const int row = graph.equationsOf(v)[k];
      if (scale[row] > 0) add(row, values[graph.edgesOf(v)[k]] / scale[row]);
    }
    while (!pending.empty() && work <= maxWork) {
      const std::vector<Entry>& by = reduced[pending.top()];
      pending.pop();
      const double factor = sum[by.front().row];
      if (std::abs(factor) <= kZero) continue;
      for (const Entry& entry : by) add(entry.row, -factor * entry.value);
    }
    if (work > maxWork) return std::nullopt;
    int pivot = kNone;
    for (int row : rows)
      if (pivotOf[row] == kNone && std::abs(sum[row]) > kZero &&
          (pivot == kNone || std::abs(sum[row]) > std::abs(sum[pivot])))
        pivot = row;
    if (pivot != kNone) {
      pivotOf[pivot] = static_cast<int>(reduced.size());
      std::vector<Entry> column = {{pivot, 1.0}};
      for (int row : rows)
        if (row != pivot && pivotOf[row] == kNone && std::abs(sum[row]) > kZero)
          column.push_back({row, sum[row] / sum[pivot]});
      reduced.push_back(std::move(column));
      result.push_back(v);
    }
    for (int row : rows) {
      sum[row] = 0;
      isIn[row] = 0;
    }
  }
  return result;
}

}  // namespace formola::graph
