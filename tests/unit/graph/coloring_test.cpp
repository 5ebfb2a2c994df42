#include "graph/coloring.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "random_graph.h"

namespace formola::graph {
namespace {

bool proper(const Bipartite& g, const std::vector<int>& color) {
  for (int e = 0; e < g.numEquations(); ++e) {
    std::vector<int> colors;
    for (int v : g.variablesOf(e)) colors.push_back(color[v]);
    std::sort(colors.begin(), colors.end());
    if (std::adjacent_find(colors.begin(), colors.end()) != colors.end()) return false;
  }
  return true;
}

// Whether k colours suffice, by trying all; colours are introduced in order.
bool colorable(const Bipartite& g, std::vector<int>& color, int v, int used, int k) {
  if (v == g.numVariables()) return true;
  for (int c = 0; c < std::min(used + 1, k); ++c) {
    bool clash = false;
    for (int e : g.equationsOf(v)) {
      for (int u : g.variablesOf(e)) clash |= u < v && color[u] == c;
    }
    if (clash) continue;
    color[v] = c;
    if (colorable(g, color, v + 1, std::max(used, c + 1), k)) return true;
  }
  return false;
}

TEST(Coloring, ProperAndCloseToTheOptimum) {
  std::mt19937 random(13);
  int total = 0, optimum = 0;
  for (int round = 0; round < 200; ++round) {
    const int n = 1 + randomBelow(random, 8);
    const Bipartite g = randomGraph(random, 1 + randomBelow(random, 8), n, 25);
    const ColumnColoring coloring = colorColumns(g);
    ASSERT_TRUE(proper(g, coloring.color));
    EXPECT_EQ(coloring.numColors,
              *std::max_element(coloring.color.begin(), coloring.color.end()) + 1);
    int k = 1;
    for (std::vector<int> color(n, kNone); !colorable(g, color, 0, 0, k); ++k) {
    }
    EXPECT_GE(coloring.numColors, k);
    total += coloring.numColors;
    optimum += k;
  }
  EXPECT_LE(total, 1.05 * optimum);
}

TEST(Coloring, EmptyGraph) {
  EXPECT_EQ(colorColumns(Bipartite()).numColors, 0);
}

TEST(Coloring, BandsNeedTheirWidth) {
  EXPECT_EQ(colorColumns(tridiagonal(300'000)).numColors, 3);
}

TEST(Coloring, DenseRows) {
  std::mt19937 random(14);
  const int n = 20'000;
  std::vector<Bipartite::Edge> edges;
  for (int j = 0; j < n; ++j) {
    edges.emplace_back(j % 2, j);  // two dense rows, each with half of the columns
    edges.emplace_back(2 + randomBelow(random, n), j);
    edges.emplace_back(2 + randomBelow(random, n), j);
  }
  const Bipartite g = Bipartite::fromEdges(n + 2, n, edges);
  const ColumnColoring coloring = colorColumns(g);
  EXPECT_TRUE(proper(g, coloring.color));
  EXPECT_GE(coloring.numColors, n / 2);
  EXPECT_LE(coloring.numColors, n / 2 + 10);
}

}  // namespace
}  // namespace formola::graph
