#include "graph/elimination_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "random_graph.h"

namespace formola::graph {
namespace {

// Elimination on a dense pattern, entry by entry: checks that each pivot was allowed and had the
// least Markowitz count, and counts fill and operations again.
void checkAgainstDense(const Bipartite& g, const std::vector<char>& allowed,
                       const EliminationOptions& options, const EliminationOrder& order) {
  const int m = g.numEquations(), n = g.numVariables();
  std::vector<std::vector<char>> entry(m, std::vector<char>(n, 0)), pivot = entry;
  for (int i = 0; i < m; ++i) {
    for (int j : g.variablesOf(i)) {
      entry[i][j] = 1;
      pivot[i][j] = allowed[g.findEdge(i, j)];
    }
  }
  std::vector<char> rowLeft(m, 1), columnLeft(n, 1);
  auto rowCount = [&](int i) {
    int count = 0;
    for (int j = 0; j < n; ++j) count += columnLeft[j] && entry[i][j];
    return count;
  };
  auto columnCount = [&](int j) {
    int count = 0;
    for (int i = 0; i < m; ++i) count += rowLeft[i] && entry[i][j];
    return count;
  };
  auto bestCost = [&] {
    int best = kNone;
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        if (!rowLeft[i] || !columnLeft[j] || !entry[i][j] || !pivot[i][j]) continue;
        const int cost = (rowCount(i) - 1) * (columnCount(j) - 1);
        if (best == kNone || cost < best) best = cost;
      }
    }
    return best;
  };
  long long fill = 0, operations = 0;
  for (const auto& [p, q] : order.pivots) {
    ASSERT_TRUE(rowLeft[p] && columnLeft[q] && entry[p][q] && pivot[p][q]);
    const int right = rowCount(p) - 1, below = columnCount(q) - 1;
    EXPECT_EQ(right * below, bestCost());
    operations += below + below * right + below + right + 1;
    rowLeft[p] = columnLeft[q] = 0;
    for (int i = 0; i < m; ++i) {
      if (!rowLeft[i] || !entry[i][q]) continue;
      for (int j = 0; j < n; ++j) {
        if (!columnLeft[j] || !entry[p][j]) continue;
        if (options.allowedAfter) {
          pivot[i][j] = options.allowedAfter({i, j, p, q, pivot[i][j] != 0, !entry[i][j]});
        }
        fill += !entry[i][j];
        entry[i][j] = 1;
      }
    }
  }
  EXPECT_EQ(bestCost(), kNone);  // nothing allowed is left
  EXPECT_EQ(order.fill, fill);
  EXPECT_EQ(order.operations, operations);
  EXPECT_EQ(std::count(rowLeft.begin(), rowLeft.end(), 1),
            static_cast<long>(order.remainingRows.size()));
  EXPECT_EQ(std::count(columnLeft.begin(), columnLeft.end(), 1),
            static_cast<long>(order.remainingColumns.size()));
}

TEST(EliminationOrder, LeastMarkowitzCountOnRandomMatrices) {
  std::mt19937 random(11);
  int incomplete = 0;
  for (int round = 0; round < 200; ++round) {
    const int n = 2 + randomBelow(random, 9);
    const Bipartite g = randomSquareGraph(random, n, 25);
    std::vector<char> allowed(g.numEdges());
    for (auto& a : allowed) a = randomBelow(random, 100) < 60;
    EliminationOptions options{.maxSearched = 1000};
    if (round % 2 == 1) {  // some pivots are lost, others won
      options.allowedAfter = [](const EliminationOptions::Update& u) {
        return (u.row * 7 + u.column * 3 + u.pivotRow) % 5 < (u.wasAllowed ? 4 : 2);
      };
    }
    const EliminationOrder order = eliminationOrder(g, allowed, options);
    checkAgainstDense(g, allowed, options, order);
    incomplete += !order.complete();
  }
  EXPECT_GT(incomplete, 10);
}

TEST(EliminationOrder, NoFillOnTrees) {
  std::mt19937 random(12);
  for (int round = 0; round < 50; ++round) {
    const int n = 50;
    BipartiteBuilder builder(n, n);
    for (int i = 0; i < n; ++i) {
      builder.addEdge(i, i);
      if (i == 0) continue;
      const int parent = randomBelow(random, i);
      builder.addEdge(i, parent);
      builder.addEdge(parent, i);
    }
    const Bipartite g = builder.build();
    Matching diagonal(n, n);
    for (int i = 0; i < n; ++i) diagonal.match(i, i);
    const EliminationOrder order = eliminationOrder(g, matchedEntries(g, diagonal));
    EXPECT_TRUE(order.complete());
    EXPECT_EQ(order.fill, 0);
    EXPECT_EQ(order.operations, 5LL * (n - 1) + 1);
  }
}

TEST(EliminationOrder, CallbackDecidesAboutChangedEntries) {
  // A full 2 x 2 matrix with one safe pivot; what remains is changed by the elimination.
  const Bipartite g = Bipartite::fromRows(2, {{0, 1}, {0, 1}});
  const std::vector<char> allowed = {1, 0, 0, 0};
  EXPECT_EQ(eliminationOrder(g, allowed).remainingRows, (std::vector<int>{1}));
  EliminationOptions options;
  int calls = 0;
  options.allowedAfter = [&](const EliminationOptions::Update& u) {
    ++calls;
    EXPECT_EQ(std::make_pair(u.row, u.column), std::make_pair(1, 1));
    EXPECT_EQ(std::make_pair(u.pivotRow, u.pivotColumn), std::make_pair(0, 0));
    EXPECT_FALSE(u.isFill);
    EXPECT_FALSE(u.wasAllowed);
    return true;
  };
  EXPECT_TRUE(eliminationOrder(g, allowed, options).complete());
  EXPECT_EQ(calls, 1);
}

TEST(EliminationOrder, FillMayBecomeAPivot) {
  const Bipartite g = Bipartite::fromRows(2, {{0, 1}, {0}});  // eliminating (0,0) fills (1,1)
  const std::vector<char> allowed = {1, 0, 0};
  EXPECT_FALSE(eliminationOrder(g, allowed).complete());
  EliminationOptions options;
  options.allowedAfter = [](const EliminationOptions::Update& u) { return u.isFill; };
  const EliminationOrder order = eliminationOrder(g, allowed, options);
  EXPECT_TRUE(order.complete());
  EXPECT_EQ(order.fill, 1);
}

TEST(EliminationOrder, StopsAtTheLimit) {
  const Bipartite g = tridiagonal(10);
  const std::vector<char> allowed(g.numEdges(), 1);
  const EliminationOrder all = eliminationOrder(g, allowed);
  EXPECT_FALSE(all.limitReached);
  const EliminationOrder some = eliminationOrder(g, allowed, {.maxOperations = 20});
  EXPECT_TRUE(some.limitReached);
  EXPECT_LE(some.operations, 20);
  EXPECT_EQ(some.pivots.size() + some.remainingRows.size(), 10u);
  EXPECT_FALSE(eliminationOrder(g, allowed, {.maxOperations = all.operations}).limitReached);
}

TEST(EliminationOrder, LargeChainAndArrow) {
  const int n = 50'000;
  Matching diagonal(n, n);
  for (int i = 0; i < n; ++i) diagonal.match(i, i);
  const Bipartite chain = tridiagonal(n);
  const EliminationOrder chainOrder = eliminationOrder(chain, matchedEntries(chain, diagonal));
  EXPECT_TRUE(chainOrder.complete());
  EXPECT_EQ(chainOrder.fill, 0);
  // One dense row and column: they must not be rewritten for each pivot.
  std::vector<Bipartite::Edge> edges;
  for (int i = 0; i < n; ++i) {
    edges.emplace_back(i, i);
    edges.emplace_back(0, i);
    edges.emplace_back(i, 0);
  }
  const Bipartite arrow = Bipartite::fromEdges(n, n, edges);
  const EliminationOrder arrowOrder = eliminationOrder(arrow, matchedEntries(arrow, diagonal));
  EXPECT_EQ(arrowOrder.fill, 0);
  EXPECT_EQ(arrowOrder.operations, 5LL * (n - 1) + 1);
}

}  // namespace
}  // namespace formola::graph
