#include "graph/hidden_rows.h"

#include <gtest/gtest.h>

#include <random>

namespace formola::graph {
namespace {

std::vector<HiddenRow> hiddenRows(std::vector<MonomialRow> rows,
                                  const std::vector<char>& eliminated) {
  Units units;
  return findHiddenRows(std::move(rows), eliminated, units);
}

TEST(HiddenRows, TwoCapacitorsBetweenTheSameNodes) {
  // u1 = a - b, u2 = a - b with the columns u1, u2, a, b
  const auto found =
      hiddenRows({{{0, 1}, {2, -1}, {3, 1}}, {{1, 1}, {2, -1}, {3, 1}}}, {0, 0, 1, 1});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].sum.size(), 2u);
  EXPECT_EQ(found[0].sum[0].second.number, -found[0].sum[1].second.number);
  EXPECT_EQ(found[0].of.size(), 2u);
}

TEST(HiddenRows, WhatThePatternShowsIsLeftToIt) {
  // u1 = a, u2 = a: two rows for one column
  EXPECT_TRUE(hiddenRows({{{0, 1}, {2, -1}}, {{1, 1}, {2, -1}}}, {0, 0, 1}).empty());
  // u1 = a - b, u2 = a + b determines both
  EXPECT_TRUE(
      hiddenRows({{{0, 1}, {2, -1}, {3, 1}}, {{1, 1}, {2, -1}, {3, -1}}}, {0, 0, 1, 1}).empty());
}

TEST(HiddenRows, ColumnsOfOneRowCostNothing) {
  // A chain in which each row has a column of its own.
  std::vector<MonomialRow> rows;
  constexpr int kRows = 100000;
  for (int i = 0; i < kRows; ++i) rows.push_back({{i, 1}, {i + 1, -1}, {kRows + 1 + i, 1}});
  EXPECT_TRUE(hiddenRows(rows, std::vector<char>(2 * kRows + 1, 1)).empty());
}

TEST(HiddenRows, DependentRowsHaveAnEmptySum) {
  // The currents of a ring of branches: at each node what comes in goes out.
  std::vector<MonomialRow> rows;
  constexpr int kNodes = 1000;
  for (int i = 0; i + 1 < kNodes; ++i) rows.push_back({{i, -1}, {i + 1, 1}});
  rows.push_back({{0, 1}, {kNodes - 1, -1}});
  const auto found = hiddenRows(rows, std::vector<char>(kNodes, 1));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].sum.empty());
  EXPECT_EQ(found[0].of.size(), static_cast<size_t>(kNodes));
}

// t*i1 = p1, t*i2 = p2, t*i3 = p3, p1 + p2 + p3 = 0, z = i1 + i2 + i3: t*z = 0.
TEST(HiddenRows, FactorsThatAreSymbols) {
  Units units;
  const int t = units.symbol(7);
  std::vector<MonomialRow> rows;
  for (int k = 0; k < 3; ++k) rows.push_back({{k, {1, t}}, {3 + k, -1}});
  rows.push_back({{3, 1}, {4, 1}, {5, 1}});
  rows.push_back({{0, -1}, {1, -1}, {2, -1}, {6, 1}});
  const auto found = findHiddenRows(rows, {1, 1, 1, 1, 1, 1, 0}, units);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].of.size(), 5u);
  ASSERT_EQ(found[0].sum.size(), 1u);
  EXPECT_EQ(found[0].sum[0].first, 6);
  EXPECT_EQ(std::abs(found[0].sum[0].second.number), 1);
  // With another factor in one of the rows nothing follows.
  rows[2][0].second.unit = units.symbol(8);
  EXPECT_TRUE(findHiddenRows(rows, {1, 1, 1, 1, 1, 1, 0}, units).empty());
}

// a/s + b = 0 and a + s*b = 0 say the same; a/s - b = 0 does not.
TEST(HiddenRows, PowersOfSymbols) {
  Units units;
  const int s = units.symbol(0), inverse = units.product(0, s, -1);
  EXPECT_EQ(units.product(s, inverse), 0);
  EXPECT_EQ(units.product(s, s), units.product(0, s, 2));
  for (double sign : {1.0, -1.0}) {
    const std::vector<MonomialRow> rows{{{0, {1, inverse}}, {1, 1}}, {{0, 1}, {1, {sign, s}}}};
    const auto found = findHiddenRows(rows, {1, 1}, units);
    EXPECT_EQ(found.size(), sign == 1 ? 1u : 0u);
  }
}

// The sums are what the factors say and are free of the columns; a matrix of full rank has none.
TEST(HiddenRows, RandomMatrices) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const int n = 2 + static_cast<int>(random() % 12), columns = n + 3;
    std::vector<MonomialRow> rows;
    for (int i = 0; i < n; ++i) {
      MonomialRow row;
      for (int c = 0; c < columns; ++c)
        if (random() % 3 == 0) row.emplace_back(c, random() % 2 == 0 ? 1 : -1);
      rows.push_back(row);
    }
    std::vector<char> eliminated(static_cast<size_t>(columns), 1);
    for (int c = 0; c < 3; ++c) eliminated[static_cast<size_t>(c)] = 0;
    for (const HiddenRow& hidden : hiddenRows(rows, eliminated)) {
      std::vector<double> sum(static_cast<size_t>(columns), 0);
      bool containsRow = false;
      for (const auto& [row, factor] : hidden.of) {
        containsRow = containsRow || row == hidden.row;
        for (const auto& [column, value] : rows[static_cast<size_t>(row)])
          sum[static_cast<size_t>(column)] += factor.number * value.number;
      }
      EXPECT_TRUE(containsRow);
      MonomialRow expected;
      for (int c = 0; c < columns; ++c)
        if (sum[static_cast<size_t>(c)] != 0) expected.emplace_back(c, sum[static_cast<size_t>(c)]);
      EXPECT_EQ(hidden.sum, expected);
      for (const auto& [column, value] : hidden.sum) EXPECT_LT(column, 3);
    }
  }
}

}  // namespace
}  // namespace formola::graph
