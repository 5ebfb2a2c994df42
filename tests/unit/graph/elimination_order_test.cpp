#include "graph/elimination_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "random_graph.h"

namespace formola::graph {
namespace {

// Flags that allow exactly the matched entries.
std::vector<char> matchedEntries(const Bipartite& graph, const Matching& matching) {
  std::vector<char> allowed(graph.numEdges(), 0);
  for (int e = 0; e < graph.numEquations(); ++e) {
    if (matching.eqToVar[e] != kNone) allowed[graph.findEdge(e, matching.eqToVar[e])] = 1;
  }
  return allowed;
}

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

TEST(EliminationOrder, RefusedEntriesAreNotPivots) {
  // Both entries of the first column cost the same; the callback leaves the second one.
  const Bipartite g = Bipartite::fromRows(2, {{0, 1}, {0, 1}});
  const std::vector<char> allowed(4, kPivot);
  EliminationOptions options;
  options.accept = [](int row, int column, std::span<const int> columns) {
    EXPECT_EQ(std::count(columns.begin(), columns.end(), column), 1);
    return columns.size() == 1 || (row == 1 && column == 0);
  };
  const EliminationOrder order = eliminationOrder(g, allowed, options);
  ASSERT_TRUE(order.complete());
  EXPECT_EQ(order.pivots[0], std::make_pair(1, 0));
  options.accept = [](int, int, std::span<const int>) { return false; };
  EXPECT_EQ(eliminationOrder(g, allowed, options).remainingRows.size(), 2U);
}

TEST(EliminationOrder, SearchGoesOnBeyondRefusedLines) {
  // Twenty rows with one entry each, all refused but the last.
  std::vector<std::vector<int>> rows;
  for (int i = 0; i < 20; ++i) rows.push_back({i});
  const Bipartite g = Bipartite::fromRows(20, rows);
  EliminationOptions options;
  options.accept = [](int row, int, std::span<const int>) { return row == 19; };
  const EliminationOrder order = eliminationOrder(g, std::vector<char>(20, kPivot), options);
  ASSERT_EQ(order.pivots.size(), 1U);
  EXPECT_EQ(order.pivots[0], std::make_pair(19, 19));
}

TEST(EliminationOrder, WatchedPivotsAreTakenWhereTheySaveMore) {
  const Bipartite full = Bipartite::fromRows(2, {{0, 1}, {0, 1}});
  const std::vector<char> equal = {kWatchedPivot, kWatchedPivot, kWatchedPivot, kPivot};
  EXPECT_EQ(eliminationOrder(full, equal).pivots[0], std::make_pair(1, 1));
  // A watched pivot without fill is better than a sure one in a full row and column.
  const Bipartite arrow =
      Bipartite::fromRows(6, {{0, 1, 2, 3, 4, 5}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}});
  std::vector<char> allowed(arrow.numEdges(), kNoPivot);
  allowed[arrow.findEdge(0, 0)] = kPivot;
  for (int i = 1; i < 6; ++i) allowed[arrow.findEdge(i, i)] = kWatchedPivot;
  EXPECT_EQ(eliminationOrder(arrow, allowed).pivots[0], std::make_pair(1, 1));
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

// A chain of n parts with k equations each, every part coupled with the next one.
Bipartite chainOfParts(int n, int k) {
  std::vector<std::vector<int>> rows;
  for (int part = 0; part < n; ++part)
    for (int i = 0; i < k; ++i) {
      std::vector<int> columns;
      for (int other = std::max(part - 1, 0); other <= std::min(part + 1, n - 1); ++other)
        for (int j = 0; j < k; ++j) columns.push_back(other * k + j);
      rows.push_back(std::move(columns));
    }
  return Bipartite::fromRows(n * k, rows);
}

TEST(EliminationOrder, ASweepGoesFromEndToEnd) {
  const int n = 40, k = 3;
  const Bipartite g = chainOfParts(n, k);
  EliminationOptions options;
  options.phase = sweepPhases(g, 1);
  ASSERT_EQ(options.phase.size(), static_cast<size_t>(n * k));
  // Along the chain the phase rises or falls; a row reaches two parts further.
  const int direction = options.phase[0] == 0 ? 1 : -1;
  for (int part = 1; part < n; ++part) {
    const int step = direction * (options.phase[part * k] - options.phase[(part - 1) * k]);
    EXPECT_TRUE(step == 0 || step == 1) << part;
  }
  EXPECT_EQ(std::abs(options.phase[n * k - 1] - options.phase[0]), n / 2);
  const std::vector<char> allowed(g.numEdges(), kPivot);
  options.allowedAfter = [](const EliminationOptions::Update&) -> char { return kPivot; };
  const EliminationOrder sweep = eliminationOrder(g, allowed, options);
  ASSERT_TRUE(sweep.complete());
  int last = 0;
  for (const auto& [row, column] : sweep.pivots) {
    EXPECT_GE(options.phase[column], last);
    last = options.phase[column];
  }
}

TEST(EliminationOrder, SweepsOfUnconnectedPartsAndOfATree) {
  // Columns 0-1-2 and 3-4 in two components, and a column that nothing is connected with.
  const Bipartite g = Bipartite::fromRows(6, {{0, 1}, {1, 2}, {3, 4}, {5}});
  const std::vector<int> phase = sweepPhases(g, 1);
  EXPECT_EQ(phase[1], 1);
  EXPECT_EQ(phase[0] + phase[2], 2);
  EXPECT_EQ(phase[3] + phase[4], 1);
  EXPECT_EQ(phase[5], 0);
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
