#include "graph/column_basis.h"

#include <gtest/gtest.h>

#include <numeric>

#include "random_graph.h"

namespace formola::graph {
namespace {

// Rank by elimination with complete pivoting, of the columns that are asked for.
size_t denseRank(const Bipartite& g, const std::vector<double>& values,
                 const std::vector<int>& columns) {
  std::vector<std::vector<double>> a(g.numEquations(), std::vector<double>(columns.size(), 0.0));
  for (int e = 0; e < g.numEquations(); ++e)
    for (size_t c = 0; c < columns.size(); ++c)
      if (const int edge = g.findEdge(e, columns[c]); edge != kNone) a[e][c] = values[edge];
  size_t rank = 0;
  for (;; ++rank) {
    size_t row = rank, column = rank;
    for (size_t i = rank; i < a.size(); ++i)
      for (size_t j = rank; j < columns.size(); ++j)
        if (std::abs(a[i][j]) > std::abs(a[row][column])) row = i, column = j;
    if (rank >= a.size() || rank >= columns.size() || std::abs(a[row][column]) < 1e-9) return rank;
    std::swap(a[rank], a[row]);
    for (auto& line : a) std::swap(line[rank], line[column]);
    for (size_t i = rank + 1; i < a.size(); ++i) {
      const double factor = a[i][rank] / a[rank][rank];
      for (size_t j = rank; j < columns.size(); ++j) a[i][j] -= factor * a[rank][j];
    }
  }
}

// Small integers: many dependent columns.
TEST(ColumnBasis, IsTheGreedyBasisOfRandomMatrices) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    const int n = 1 + randomBelow(random, 8);
    const Bipartite g = randomSquareGraph(random, n, 30);
    std::vector<double> values(g.numEdges());
    for (double& v : values) v = randomBelow(random, 3) - 1;
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    const auto basis = columnBasis(g, values, order);
    ASSERT_TRUE(basis.has_value());
    std::vector<int> expected, before;
    for (int v : order) {
      before.push_back(v);
      if (denseRank(g, values, before) > expected.size()) expected.push_back(v);
    }
    EXPECT_EQ(*basis, expected);
  }
}

// The angles p of n bodies and the angles r of the springs between them, in a closed loop: of the
// bodies all but one can be known by the springs, and one spring follows from the others.
TEST(ColumnBasis, ALoopOfSprings) {
  const int n = 2000;
  std::vector<std::vector<int>> rows;
  for (int i = 0; i < n; ++i) rows.push_back({i, (i + 1) % n, n + i});
  const Bipartite g = Bipartite::fromRows(2 * n, rows);
  std::vector<double> values(g.numEdges());
  for (int e = 0; e < n; ++e) {
    values[g.findEdge(e, e)] = 1;
    values[g.findEdge(e, (e + 1) % n)] = -1;
    values[g.findEdge(e, n + e)] = 1;
  }
  std::vector<int> order(2 * n);
  std::iota(order.begin(), order.end(), 0);
  const auto basis = columnBasis(g, values, order);
  ASSERT_TRUE(basis.has_value());
  ASSERT_EQ(static_cast<int>(basis->size()), n);
  for (int i = 0; i + 1 < n; ++i) EXPECT_EQ((*basis)[i], i);
  EXPECT_EQ(basis->back(), n);
  EXPECT_FALSE(columnBasis(g, values, order, 100).has_value());
}

}  // namespace
}  // namespace formola::graph
