// Orders of relaxed systems: blocks after what they need, what is waited for first.
#include "graph/relaxed_order.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "random_graph.h"

namespace formola::graph {
namespace {

// A chain of joints k = 0, 1, ...: row 2k says f[k] = a[k] + f[k + 1] with a[k] relaxed, row 2k + 1
// says a[k + 1] = f[k]. f[k] is variable 2k, a[k + 1] variable 2k + 1; a[0] is known.
TEST(RelaxedOrder, AccelerationsDoNotPileUp) {
  const int joints = 5, n = 2 * joints;
  std::vector<std::vector<int>> rows(n), relaxed(n);
  for (int k = 0; k < joints; ++k) {
    rows[2 * k] = {2 * k};
    if (k + 1 < joints) rows[2 * k].push_back(2 * k + 2);
    if (k > 0) relaxed[2 * k] = {2 * k - 1};
    rows[2 * k + 1] = {2 * k, 2 * k + 1};
  }
  const Bipartite graph = Bipartite::fromRows(n, rows);
  const Matching matching = maximumMatching(graph);
  ASSERT_TRUE(matching.perfect());
  const Groups order = relaxedOrder(graph, matching, relaxed);
  // From the last joint inwards, each acceleration as soon as it can be.
  EXPECT_EQ(order.members, (std::vector<int>{8, 6, 7, 4, 5, 2, 3, 0, 1, 9}));
}

TEST(RelaxedOrder, WhatIsWaitedForComesFirst) {
  // Rows 0, 1, 2 need nothing; row 3 is relaxed in row 0 and needs row 0.
  const std::vector<std::vector<int>> rows{{0}, {1}, {2}, {0, 3}}, relaxed{{3}, {}, {}, {}};
  const Bipartite graph = Bipartite::fromRows(4, rows);
  const Groups order = relaxedOrder(graph, maximumMatching(graph), relaxed);
  EXPECT_EQ(order.members, (std::vector<int>{0, 3, 1, 2}));
}

TEST(RelaxedOrder, SameBlocksAsWithoutRelaxing) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const int n = 1 + randomBelow(random, 12);
    std::vector<std::vector<int>> rows(n), relaxed(n);
    for (int e = 0; e < n; ++e)
      for (int v = 0; v < n; ++v) {
        if (v == e || randomBelow(random, 100) < 15)
          rows[e].push_back(v);
        else if (randomBelow(random, 100) < 20)
          relaxed[e].push_back(v);
      }
    const Bipartite graph = Bipartite::fromRows(n, rows);
    const Matching matching = maximumMatching(graph);
    const Groups order = relaxedOrder(graph, matching, relaxed);
    const Groups plain = blockLowerTriangular(graph, matching);
    auto lists = [](const Groups& groups) {
      std::vector<std::vector<int>> all;
      for (int g = 0; g < groups.size(); ++g) all.emplace_back(groups[g].begin(), groups[g].end());
      std::sort(all.begin(), all.end());
      return all;
    };
    EXPECT_EQ(lists(order), lists(plain));
    std::vector<char> known(n, 0);
    for (int g = 0; g < order.size(); ++g) {
      for (int e : order[g]) known[matching.eqToVar[e]] = 1;
      for (int e : order[g])
        for (int v : rows[e]) EXPECT_TRUE(known[v]);
    }
  }
}

}  // namespace
}  // namespace formola::graph
