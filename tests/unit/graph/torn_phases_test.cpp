#include "graph/torn_phases.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace formola::graph {
namespace {

// A chain of bodies, root at body 0: z(k) = z(k-1) + q(k); f(k) = z(k) + f(k+1); f(k) = given.
// Columns: q(k), z(k), f(k) at 3k, 3k + 1, 3k + 2; the q are torn.
struct Chain {
  Bipartite graph;
  std::vector<int> ownColumn;
};
Chain chain(int n) {
  Chain result;
  std::vector<std::vector<int>> columns;
  auto q = [](int k) { return 3 * k; };
  auto z = [](int k) { return 3 * k + 1; };
  auto f = [](int k) { return 3 * k + 2; };
  for (int k = 0; k < n; ++k) {
    columns.push_back(k == 0 ? std::vector<int>{q(k), z(k)}
                             : std::vector<int>{z(k - 1), q(k), z(k)});
    result.ownColumn.push_back(z(k));
  }
  for (int k = n; k-- > 0;) {
    columns.push_back(k + 1 == n ? std::vector<int>{z(k), f(k)}
                                 : std::vector<int>{z(k), f(k), f(k + 1)});
    result.ownColumn.push_back(f(k));
  }
  for (int k = 0; k < n; ++k) {
    columns.push_back({f(k)});
    result.ownColumn.push_back(kNone);
  }
  for (auto& row : columns) std::sort(row.begin(), row.end());
  result.graph = Bipartite::fromRows(3 * n, columns);
  return result;
}

TEST(TornPhases, CellsFollowEachOtherFromTheEnds) {
  const int n = 7;
  const Chain c = chain(n);
  const auto phases = tornPhases(c.graph, c.ownColumn);
  ASSERT_EQ(phases.size(), 3u);
  int fromTheTip = 0;
  for (const std::vector<int>& phase : phases) {
    for (int k = 0; k < n; ++k) {
      EXPECT_EQ(phase[3 * k + 1], phase[3 * k + 2]);  // z and f of a body
      EXPECT_EQ(phase[3 * k], phase[3 * k + 1] + 1);  // its torn variable follows
    }
    bool descends = true;
    for (int k = 1; k < n; ++k) descends = descends && phase[3 * k] < phase[3 * k - 3];
    fromTheTip += descends;
  }
  EXPECT_EQ(fromTheTip, 1);
  // The middle is last when it is the root.
  EXPECT_EQ(std::max_element(phases[2].begin(), phases[2].end()) - phases[2].begin(), 3 * (n / 2));
}

TEST(TornPhases, WhatOnlyOuterCellsUseGoesThere) {
  // x = a, y = x + b (torn a and b); x is used by y alone.
  const auto graph = Bipartite::fromRows(4, {{0, 2}, {1, 2, 3}, {0}, {3}});
  const auto phases = tornPhases(graph, {2, 3, kNone, kNone});
  ASSERT_EQ(phases.size(), 3u);
  for (const auto& phase : phases)
    if (phase[0] > phase[1]) {
      EXPECT_EQ(phase[2], phase[3]);
    }
}

TEST(TornPhases, NothingTorn) {
  EXPECT_TRUE(tornPhases(Bipartite::fromRows(1, {{0}}), {0}).empty());
}

}  // namespace
}  // namespace formola::graph
