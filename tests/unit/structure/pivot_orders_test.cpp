// Orders of pivots of linear systems.
#include "structure/solve/pivot_orders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace formola {
namespace {

constexpr int kPart = 6;  // rows and columns of a body

// Planar bodies in a chain: motion (2) from the inside to the outside, forces (2) back, one torn
// acceleration. The coefficients differ from body to body.
PivotProblem chain(int n) {
  PivotProblem problem;
  std::vector<std::map<int, double>> rows;
  auto column = [](int k, int which) { return kPart * k + which; };
  // which: 0 torn, 1, 2 motion, 3, 4 force, 5 force of the mass
  auto add = [&](int pivot, std::map<int, double> row) {
    if (pivot != graph::kNone) row[pivot] = 1;
    problem.torn.push_back(pivot);
    rows.push_back(std::move(row));
  };
  for (int k = 0; k < n; ++k) {
    const double c = 0.3 + 0.05 * (k % 7), s = 0.7 - 0.03 * (k % 5);
    std::map<int, double> first{{column(k, 0), -s}}, second{{column(k, 0), -c}};
    if (k > 0) {
      first.merge(std::map<int, double>{{column(k - 1, 1), -c}, {column(k - 1, 2), s}});
      second.merge(std::map<int, double>{{column(k - 1, 1), -s}, {column(k - 1, 2), -c}});
    }
    add(column(k, 1), std::move(first));
    add(column(k, 2), std::move(second));
  }
  for (int k = n; k-- > 0;) {
    const double c = 0.3 + 0.05 * ((k + 1) % 7), s = 0.7 - 0.03 * ((k + 1) % 5);
    add(column(k, 5), {{column(k, 1), -2.0}, {column(k, 2), -0.5}});
    std::map<int, double> first{{column(k, 1), -3.0}, {column(k, 5), -0.2}};
    std::map<int, double> second{{column(k, 5), -1.0}};
    if (k + 1 < n) {
      first.merge(std::map<int, double>{{column(k + 1, 3), -c}, {column(k + 1, 4), -s}});
      second.merge(std::map<int, double>{{column(k + 1, 3), s}, {column(k + 1, 4), -c}});
    }
    add(column(k, 3), std::move(first));
    add(column(k, 4), std::move(second));
  }
  for (int k = 0; k < n; ++k)
    add(graph::kNone, {{column(k, 3), 0.4 + 0.01 * k}, {column(k, 4), 0.9}});
  std::vector<std::vector<int>> columns(rows.size());
  for (size_t i = 0; i < rows.size(); ++i)
    for (const auto& [j, value] : rows[i]) {
      columns[i].push_back(j);
      problem.values.push_back({value, value * 1.1});
      problem.safe.push_back(value == 1 ? 1 : 0);
    }
  problem.graph = graph::Bipartite::fromRows(kPart * n, columns);
  return problem;
}

TEST(PivotOrders, TheTornOneRepeatsItself) {
  const int n = 40;
  const PivotProblem problem = chain(n);
  const auto orders = pivotOrders(problem, 1'000'000);
  ASSERT_FALSE(orders.empty());
  const PivotOrder& torn = orders.back();
  ASSERT_EQ(torn.size(), static_cast<size_t>(kPart * n));
  std::vector<std::vector<int>> columnsOf(n);  // by body: its columns in the order of pivots
  std::set<int> rowsSeen;
  for (const auto& [row, column] : torn) {
    columnsOf[column / kPart].push_back(column % kPart);
    rowsSeen.insert(row);
    const int own = problem.torn[row];
    EXPECT_TRUE(own == graph::kNone ? column % kPart == 0 : own == column);
  }
  EXPECT_EQ(rowsSeen.size(), torn.size());
  for (int k = 4; k < n - 3; ++k) EXPECT_EQ(columnsOf[k], columnsOf[k - 1]) << k;
}

TEST(PivotOrders, WorkIsProportionalToTheLength) {
  // The last torn variable of each body is eliminated before the next body's: otherwise the limit
  // would be exceeded.
  for (int n : {50, 200}) EXPECT_FALSE(pivotOrders(chain(n), 100 * n).empty()) << n;
}

TEST(PivotOrders, NoneBeyondTheLimit) {
  EXPECT_TRUE(pivotOrders(chain(10), 20).empty());
}

TEST(PivotOrders, SmallEntriesAreNoPivots) {
  // 1e-6 x + y, x + y: the first is eliminated by y or in the second row.
  PivotProblem problem;
  problem.graph = graph::Bipartite::fromRows(2, {{0, 1}, {0, 1}});
  problem.values = {{1e-6, 1e-6}, {1, 1}, {1, 1}, {1, 1}};
  problem.safe = {1, 1, 1, 1};
  const auto orders = pivotOrders(problem, 1000);
  ASSERT_EQ(orders.size(), 1u);
  for (const auto& pivot : orders[0]) EXPECT_NE(pivot, std::pair(0, 0));
}

}  // namespace
}  // namespace formola
