#include "graph/hidden_rows.h"

#include <gtest/gtest.h>

#include <random>

namespace formola::graph {
namespace {

TEST(HiddenRows, TwoCapacitorsBetweenTheSameNodes) {
  // u1 = a - b, u2 = a - b with the columns u1, u2, a, b
  const auto found =
      findHiddenRows({{{0, 1}, {2, -1}, {3, 1}}, {{1, 1}, {2, -1}, {3, 1}}}, {0, 0, 1, 1});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].sum.size(), 2u);
  EXPECT_EQ(found[0].sum[0].second, -found[0].sum[1].second);
  EXPECT_EQ(found[0].of.size(), 2u);
}

TEST(HiddenRows, WhatThePatternShowsIsLeftToIt) {
  // u1 = a, u2 = a: two rows for one column
  EXPECT_TRUE(findHiddenRows({{{0, 1}, {2, -1}}, {{1, 1}, {2, -1}}}, {0, 0, 1}).empty());
  // u1 = a - b, u2 = a + b determines both
  EXPECT_TRUE(findHiddenRows({{{0, 1}, {2, -1}, {3, 1}}, {{1, 1}, {2, -1}, {3, -1}}}, {0, 0, 1, 1})
                  .empty());
}

TEST(HiddenRows, ColumnsOfOneRowCostNothing) {
  // A chain in which each row has a column of its own.
  std::vector<IntegerRow> rows;
  constexpr int kRows = 100000;
  for (int i = 0; i < kRows; ++i) rows.push_back({{i, 1}, {i + 1, -1}, {kRows + 1 + i, 1}});
  EXPECT_TRUE(findHiddenRows(rows, std::vector<char>(2 * kRows + 1, 1)).empty());
}

TEST(HiddenRows, DependentRowsHaveAnEmptySum) {
  // The currents of a ring of branches: at each node what comes in goes out.
  std::vector<IntegerRow> rows;
  constexpr int kNodes = 1000;
  for (int i = 0; i + 1 < kNodes; ++i) rows.push_back({{i, -1}, {i + 1, 1}});
  rows.push_back({{0, 1}, {kNodes - 1, -1}});
  const auto found = findHiddenRows(rows, std::vector<char>(kNodes, 1));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].sum.empty());
  EXPECT_EQ(found[0].of.size(), static_cast<size_t>(kNodes));
}

// The sums are what the factors say and are free of the columns; a matrix of full rank has none.
TEST(HiddenRows, RandomMatrices) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const int n = 2 + static_cast<int>(random() % 12), columns = n + 3;
    std::vector<IntegerRow> rows;
    for (int i = 0; i < n; ++i) {
      IntegerRow row;
      for (int c = 0; c < columns; ++c)
        if (random() % 3 == 0) row.emplace_back(c, random() % 2 == 0 ? 1 : -1);
      rows.push_back(row);
    }
    std::vector<char> eliminated(static_cast<size_t>(columns), 1);
    for (int c = 0; c < 3; ++c) eliminated[static_cast<size_t>(c)] = 0;
    for (const HiddenRow& hidden : findHiddenRows(rows, eliminated)) {
      std::vector<int64_t> sum(static_cast<size_t>(columns), 0);
      bool containsRow = false;
      for (const auto& [row, factor] : hidden.of) {
        containsRow = containsRow || row == hidden.row;
        for (const auto& [column, value] : rows[static_cast<size_t>(row)])
          sum[static_cast<size_t>(column)] += factor * value;
      }
      EXPECT_TRUE(containsRow);
      IntegerRow expected;
      for (int c = 0; c < columns; ++c)
        if (sum[static_cast<size_t>(c)] != 0) expected.emplace_back(c, sum[static_cast<size_t>(c)]);
      EXPECT_EQ(hidden.sum, expected);
      for (const auto& [column, value] : hidden.sum) EXPECT_LT(column, 3);
    }
  }
}

}  // namespace
}  // namespace formola::graph
