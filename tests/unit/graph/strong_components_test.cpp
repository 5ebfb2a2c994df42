#include "graph/strong_components.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "random_graph.h"

namespace formola::graph {
namespace {

Digraph fromLists(const std::vector<std::vector<int>>& successors) {
  Digraph g;
  for (const auto& list : successors) {
    g.target.insert(g.target.end(), list.begin(), list.end());
    g.start.push_back(static_cast<int>(g.target.size()));
  }
  return g;
}

std::vector<std::vector<int>> toLists(const Groups& groups) {
  std::vector<std::vector<int>> lists;
  for (int i = 0; i < groups.size(); ++i) lists.emplace_back(groups[i].begin(), groups[i].end());
  return lists;
}

TEST(StrongComponents, SmallExample) {
  const Groups groups = strongComponents(fromLists({{1}, {2}, {0, 3}, {}, {3, 4}}));
  EXPECT_EQ(toLists(groups), (std::vector<std::vector<int>>{{3}, {0, 1, 2}, {4}}));
}

TEST(StrongComponents, AgreeWithTransitiveClosure) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    const int n = 1 + randomBelow(random, 9);
    std::vector<std::vector<int>> successors(n);
    std::vector<std::vector<char>> reach(n, std::vector<char>(n, 0));
    for (int i = 0; i < n; ++i) {
      reach[i][i] = 1;
      for (int j = 0; j < n; ++j) {
        if (randomBelow(random, 100) >= 18) continue;
        successors[i].push_back(j);
        reach[i][j] = 1;
      }
    }
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) reach[i][j] |= reach[i][k] && reach[k][j];
      }
    }
    const Groups groups = strongComponents(fromLists(successors));
    std::vector<int> groupOf(n, kNone);
    for (int g = 0; g < groups.size(); ++g) {
      EXPECT_TRUE(std::is_sorted(groups[g].begin(), groups[g].end()));
      for (int node : groups[g]) groupOf[node] = g;
    }
    EXPECT_EQ(std::count(groupOf.begin(), groupOf.end(), kNone), 0);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        EXPECT_EQ(groupOf[i] == groupOf[j], reach[i][j] && reach[j][i]);
        if (reach[i][j]) {
          EXPECT_GE(groupOf[i], groupOf[j]);
        }
      }
    }
  }
}

TEST(BlockLowerTriangular, UsesOnlyEarlierBlocks) {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    const int n = 1 + randomBelow(random, 12);
    const Bipartite g = randomSquareGraph(random, n, 15);
    const Matching matching = maximumMatching(g);
    const Groups blocks = blockLowerTriangular(g, matching);
    std::vector<int> blockOf(n);
    for (int b = 0; b < blocks.size(); ++b) {
      for (int e : blocks[b]) blockOf[e] = b;
    }
    for (int e = 0; e < n; ++e) {
      for (int v : g.variablesOf(e)) EXPECT_LE(blockOf[matching.varToEq[v]], blockOf[e]);
    }
  }
}

// The sizes of the blocks do not depend on the matching: shuffle the diagonal away.
TEST(BlockLowerTriangular, BlocksAreIndependentOfTheMatching) {
  std::mt19937 random(6);
  for (int round = 0; round < 100; ++round) {
    const int n = 2 + randomBelow(random, 8);
    const Bipartite g = randomSquareGraph(random, n, 20);
    Matching diagonal(n, n);
    for (int i = 0; i < n; ++i) diagonal.match(i, i);
    std::vector<uint8_t> classes(g.numEdges());
    for (auto& c : classes) c = static_cast<uint8_t>(randomBelow(random, 4));
    auto a = toLists(blockLowerTriangular(g, diagonal));
    auto b = toLists(blockLowerTriangular(g, maximumMatching(g, classes)));
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    EXPECT_EQ(a, b);
  }
}

TEST(BlockLowerTriangular, KeepsTheOrderOfSortedEquations) {
  const Bipartite g = Bipartite::fromRows(4, {{0}, {1}, {0, 2}, {1, 3}});
  const Groups blocks = blockLowerTriangular(g, maximumMatching(g));
  EXPECT_EQ(blocks.members, (std::vector<int>{0, 1, 2, 3}));
}

TEST(BlockLowerTriangular, UnmatchedEquationsAndVariables) {
  const Bipartite g = Bipartite::fromRows(3, {{0, 1}, {1}, {1}});  // variable 2 in no equation
  const Matching matching = maximumMatching(g);
  const Groups blocks = blockLowerTriangular(g, matching);
  EXPECT_EQ(toLists(blocks), (std::vector<std::vector<int>>{{1}, {0}, {2}}));
}

TEST(BlockLowerTriangular, LongChainAndLongLoop) {
  const int n = 500'000;
  std::vector<Bipartite::Edge> edges;
  for (int e = 0; e < n; ++e) {
    edges.emplace_back(e, e);
    if (e + 1 < n) edges.emplace_back(e, e + 1);  // each equation needs the next one
  }
  Matching diagonal(n, n);
  for (int i = 0; i < n; ++i) diagonal.match(i, i);
  const Groups chain = blockLowerTriangular(Bipartite::fromEdges(n, n, edges), diagonal);
  ASSERT_EQ(chain.size(), n);
  EXPECT_EQ(chain[0][0], n - 1);
  EXPECT_EQ(chain[n - 1][0], 0);
  edges.emplace_back(n - 1, 0);
  const Groups loop = blockLowerTriangular(Bipartite::fromEdges(n, n, edges), diagonal);
  EXPECT_EQ(loop.size(), 1);
}

}  // namespace
}  // namespace formola::graph
