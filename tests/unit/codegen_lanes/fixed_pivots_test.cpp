// Pivots by the pattern of a matrix.
#include "codegen/lanes/fixed_pivots.h"

#include <gtest/gtest.h>

namespace formola::lanes {

namespace {

// Of a matrix with entries at these rows, by column.
FixedPivots pivotsOf(const std::vector<std::vector<int32_t>>& columns, size_t most = 1000) {
  std::vector<int32_t> start = {0}, rows;
  for (const auto& column : columns) {
    rows.insert(rows.end(), column.begin(), column.end());
    start.push_back(static_cast<int32_t>(rows.size()));
  }
  return choosePivots(start, rows, most);
}

}  // namespace

TEST(FixedPivots, ArrowsNeedNoFill) {
  // The first row and column are full: eliminating them first would fill everything.
  const FixedPivots pivots = pivotsOf({{0, 1, 2, 3, 4}, {0, 1}, {0, 2}, {0, 3}, {0, 4}});
  ASSERT_TRUE(pivots.complete);
  EXPECT_NE(pivots.order.front(), (std::pair<uint32_t, uint32_t>(0, 0)));
  EXPECT_LE(pivots.operations, 12U);
}

TEST(FixedPivots, ZerosOnTheDiagonal) {
  const FixedPivots pivots = pivotsOf({{1}, {2}, {0}});
  ASSERT_TRUE(pivots.complete);
  for (const auto& [row, column] : pivots.order) EXPECT_EQ(row, (column + 1) % 3);
}

TEST(FixedPivots, SingularAndTooLarge) {
  EXPECT_FALSE(pivotsOf({{0}, {0}}).complete);
  EXPECT_FALSE(pivotsOf({{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}, 3).complete);
}

}  // namespace formola::lanes
