#include "graph/linear_cover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "random_graph.h"

namespace formola::graph {
namespace {

bool covers(const Bipartite& couplings, unsigned known) {
  for (int c = 0; c < couplings.numEquations(); ++c) {
    const auto variables = couplings.variablesOf(c);
    const auto unknown =
        std::count_if(variables.begin(), variables.end(), [&](int v) { return !(known >> v & 1); });
    if (unknown > (variables.size() == 1 ? 0 : 1)) return false;
  }
  return true;
}

TEST(LinearCover, CoversIsMinimalAndCloseToTheOptimum) {
  std::mt19937 random(15);
  int total = 0, optimum = 0;
  for (int round = 0; round < 300; ++round) {
    const int n = 2 + randomBelow(random, 11);
    std::vector<std::vector<int>> rows(randomBelow(random, 20));
    for (auto& row : rows) {
      const int kind = randomBelow(random, 10);
      for (int k = kind == 0 ? 1 : kind < 8 ? 2 : 3; k > 0; --k) {
        row.push_back(randomBelow(random, n));
      }
    }
    const Bipartite couplings = Bipartite::fromRows(n, rows);
    const std::vector<int> cover = linearCover(couplings);
    unsigned known = 0;
    for (int v : cover) known |= 1u << v;
    ASSERT_TRUE(covers(couplings, known));
    for (int v : cover) EXPECT_FALSE(covers(couplings, known & ~(1u << v)));
    EXPECT_TRUE(std::is_sorted(cover.begin(), cover.end()));
    int best = n;
    for (unsigned set = 0; set < 1u << n; ++set) {
      if (std::popcount(set) < best && covers(couplings, set)) best = std::popcount(set);
    }
    EXPECT_GE(static_cast<int>(cover.size()), best);
    total += static_cast<int>(cover.size());
    optimum += best;
  }
  EXPECT_LE(total, 1.02 * optimum);
}

TEST(LinearCover, LinearSystemNeedsNothing) {
  EXPECT_TRUE(linearCover(Bipartite::fromRows(3, {})).empty());
}

TEST(LinearCover, OneFactorOfManyProducts) {
  // x0*x1, x0*x2, x0*x3: know x0; and sin(x4).
  const Bipartite couplings = Bipartite::fromRows(5, {{0, 1}, {0, 2}, {0, 3}, {4}});
  EXPECT_EQ(linearCover(couplings), (std::vector<int>{0, 4}));
}

TEST(LinearCover, WhatMustBeKnownResolvesProductsToo) {
  // x1 occurs nonlinearly, so x0*x1 is linear already.
  EXPECT_EQ(linearCover(Bipartite::fromRows(2, {{0, 1}, {1}})), (std::vector<int>{1}));
}

TEST(LinearCover, RedundantChoicesAreDropped) {
  // The centre 0 is chosen first; 1, 2, 3, chosen after it for 4, 5, 6, resolve its products too.
  const Bipartite couplings =
      Bipartite::fromRows(7, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 6}});
  EXPECT_EQ(linearCover(couplings), (std::vector<int>{1, 2, 3}));
}

TEST(LinearCover, PriorityDecidesBetweenEqualFactors) {
  const Bipartite couplings = Bipartite::fromRows(2, {{0, 1}});
  EXPECT_EQ(linearCover(couplings), (std::vector<int>{0}));
  EXPECT_EQ(linearCover(couplings, std::vector<int>{0, 1}), (std::vector<int>{1}));
}

TEST(LinearCover, LongChainOfProducts) {
  const int n = 300'000;
  std::vector<Bipartite::Edge> edges;
  for (int c = 0; c + 1 < n; ++c) {
    edges.emplace_back(c, c);
    edges.emplace_back(c, c + 1);
  }
  const auto cover = linearCover(Bipartite::fromEdges(n - 1, n, edges));
  EXPECT_EQ(cover.size(), static_cast<size_t>(n / 2));
}

}  // namespace
}  // namespace formola::graph
